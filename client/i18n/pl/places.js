/** @type {{ [K in keyof typeof import("../en/places.js").default]: string }} */
export default {
  ofPlayers: "z {n}",
  cards: "{n} karta|{n} karty|{n} kart",
  behind: "{gap} straty: {name}",
  ahead: "{gap} przewagi: {name}",
  leads: "{name} prowadzi o {gap}",
  inTheLead: "Prowadzisz",
  noMoveYet: "Jeszcze bez ruchu",
  youInRace: "Ty",
  placeNow: "Twoje miejsce: {place}",
};
