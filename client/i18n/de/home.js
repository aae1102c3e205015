/** @type {{ [K in keyof typeof import("../en/home.js").default]: string }} */
export default {
  slogan: "Dasselbe Blatt. Derselbe Augenblick. Los.",
  lead: "Addiction-Solitaire um die Wette, im Browser. Der Server prüft jeden Zug, und danach kann jeder beweisen, dass beim Mischen niemand geschummelt hat.",
  race: "Wettrennen",
  raceHelp: "Raum öffnen, Link schicken, mit demselben Blatt um die Wette spielen.",
  createRoom: "Raum öffnen",
  ownRules: "Mit eigenen Regeln",
  join: "Raum betreten",
  codeOrLink: "Code oder Link",
  joinNow: "Mitspielen",
  watch: "Zuschauen",
  nothingToWatch: "Gerade kein offenes Rennen. Ein Raum steht hier, wenn sein Gastgeber es will.",
  racing: "läuft",
  continueRace: "Weiterspielen: {room}",
  backToRoom: "Zurück in den Raum: {room}",
};
