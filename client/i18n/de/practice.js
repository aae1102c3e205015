/** @type {{ [K in keyof typeof import("../en/practice.js").default]: string }} */
export default {
  practiceTitle: "Üben",
  practiceRules: "Regeln",
  practiceHelp: "Nur in diesem Browser, auch offline. Ergebnisse zählen nicht.",
  youAreOffline: "Du bist offline. Üben kannst du trotzdem.",
  practiceBack: "Die Seite noch einmal versuchen",
  practiceNewSure: "Dieses Spiel aufgeben und ein neues anfangen?",
};
