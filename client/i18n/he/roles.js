/** @type {{ [K in keyof typeof import("../en/roles.js").default]: string }} */
export default {
  cohost: "מארח נוסף",
  sittingOut: "לא בין השחקנים",
  makeCohost: "למנות למארח נוסף",
  dropCohost: "לבטל מינוי כמארח נוסף",
  sitOut: "לארח בלי לשחק",
  sitOutHelp: "אתם נשארים מארחים וצופים.",
  takeSeat: "לתפוס מקום",
  sitsOutHelp: "אתם צופים במרוצים כמו הקהל.",
  waitingFor: "ממתינים ל־{names}",
};
