/** @type {{ [K in keyof typeof import("../en/home.js").default]: string }} */
export default {
  slogan: "Gleiche Karten. Gleicher Start. Los!",
  lead: "Addiction-Solitaire um die Wette: Wer hat seine vier Kartenreihen zuerst sortiert? Der Server prüft jeden Zug, und alle können nachprüfen, dass fair gemischt wurde.",
  race: "Gegen Freunde spielen",
  raceHelp: "Raum öffnen, Link schicken, mit denselben Karten um die Wette spielen.",
  createRoom: "Raum öffnen",
  ownRules: "Eigene Regeln",
  join: "Raum betreten",
  codeOrLink: "Raumcode oder Link",
  joinNow: "Beitreten",
  watch: "Zuschauen",
  nothingToWatch: "Gerade gibt es keine öffentlichen Rennen.",
  racing: "Rennen läuft",
  continueRace: "Weiterspielen: {room}",
  backToRoom: "Zurück in den Raum: {room}",
};
