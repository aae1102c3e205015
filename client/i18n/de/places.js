/** @type {{ [K in keyof typeof import("../en/places.js").default]: string }} */
export default {
  ofPlayers: "von {n}",
  cards: "{n} Karte|{n} Karten",
  behind: "{gap} hinter {name}",
  ahead: "{gap} vor {name}",
  levelWith: "Gleichauf mit {name}",
  leads: "{name} führt mit {gap}",
  inTheLead: "In Führung",
  noMoveYet: "Noch kein Zug",
  youInRace: "Du",
  gaveUp: "raus",
  placeNow: "Du bist {place}",
};
