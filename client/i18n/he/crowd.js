/** @type {{ [K in keyof typeof import("../en/crowd.js").default]: string }} */
export default {
  playerCount: "שחקן אחד|{count} שחקנים|{count} שחקנים",
  readyCount: "{count} מוכנים",
  onlineCount: "{count} מחוברים",
  findPlayer: "חיפוש שחקן",
  nobodyFound: "אין שחקן בשם הזה.",
  manage: "ניהול",
  watchPlayer: "צפייה בשחקן {name}",
  wholeStandings: "כל השחקנים",
  findBoard: "חיפוש לוח",
};
