/** @type {{ [K in keyof typeof import("../en/pages.js").default]: string }} */
export default {
  solo: "משחק יחיד",
  yourName: "השם שלכם",
  rename: "שינוי השם",
  youAre: "השם שלכם עכשיו: {name}.",
  watchNow: "לצפייה",
  how: "איך משחקים",
  raceNow: "מרוץ עכשיו",
  race: "מרוץ עם חברים",
  verify: "אימות משחק",
  share: "שיתוף",
  copied: "הועתק",
  copyHelp: "העתיקו את הטקסט הזה:",
  score: "ניקוד",
  replay: "שחזור",
  points: "{n} נק׳|{n} נק׳|{n} נק׳",
  daily: "החלוקה היומית",
};
