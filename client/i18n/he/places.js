/** @type {{ [K in keyof typeof import("../en/places.js").default]: string }} */
export default {
  ofPlayers: "מתוך {n}",
  cards: "קלף אחד|{n} קלפים|{n} קלפים",
  behind: "{gap} אחרי {name}",
  ahead: "{gap} לפני {name}",
  leads: "{name} מוביל ב־{gap}",
  inTheLead: "בהובלה",
  noMoveYet: "עוד אין מהלך",
  youInRace: "אתם",
  placeNow: "אתם במקום {place}",
};
