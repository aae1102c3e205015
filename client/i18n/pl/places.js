/** @type {{ [K in keyof typeof import("../en/places.js").default]: string }} */
export default {
  ofPlayers: "z {n}",
  cards: "{n} karta|{n} karty|{n} kart",
  behind: "{gap} straty do: {name}",
  ahead: "{gap} przewagi nad: {name}",
  leads: "Prowadzi {name}: {gap} przewagi",
  inTheLead: "Prowadzisz",
  noMoveYet: "Jeszcze bez ruchu",
  youInRace: "Ty",
  placeNow: "Twoje miejsce: {place}",
};
