/** @type {{ [K in keyof typeof import("../en/places.js").default]: string }} */
export default {
  ofPlayers: "מתוך {n}",
  cards: "קלף אחד|{n} קלפים|{n} קלפים",
  behind: "{gap} אחרי {name}",
  ahead: "{gap} לפני {name}",
  leads: "{name} בהובלה של {gap}",
  inTheLead: "בהובלה",
  noMoveYet: "עדיין אין מהלך",
  youInRace: "אתם",
  placeNow: "אתם במקום {place}",
};
