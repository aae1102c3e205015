/** @type {{ [K in keyof typeof import("../en/crowd.js").default]: string }} */
export default {
  playerCount: "שחקן אחד|{n} שחקנים|{n} שחקנים",
  readyCount: "{n} מוכנים",
  onlineCount: "{n} מחוברים",
  findPlayer: "חיפוש שחקן",
  nobodyFound: "אין שחקן בשם הזה.",
  manage: "ניהול",
  watchPlayer: "צפייה בשחקן {name}",
  wholeStandings: "כל השחקנים",
  findBoard: "חיפוש לוח",
};
