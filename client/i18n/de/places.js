/** @type {{ [K in keyof typeof import("../en/places.js").default]: string }} */
export default {
  ofPlayers: "von {n}",
  cards: "{n} Karte|{n} Karten",
  behind: "{gap} hinter {name}",
  ahead: "{gap} vor {name}",
  leads: "{name} führt mit {gap}",
  inTheLead: "In Führung",
  noMoveYet: "Noch kein Zug",
  youInRace: "Du",
  placeNow: "Du bist {place}",
};
