/** @type {{ [K in keyof typeof import("../en/meet.js").default]: string }} */
export default {
  meetTitle: "Rennen",
  raceNowHelp: "Vier Spieler, ein Blatt. Start in zehn Sekunden; freie Plätze bekommen Bots.",
  raceHelp: "Dein eigener Raum: Link verschicken, zwei Siege entscheiden.",
  groupsTitle: "Gruppen",
  groupsHelp: "Bestenliste und Raum, die bleiben: für Freunde, Familie oder Kollegen.",
  createRoom: "Raum öffnen",
  ownRules: "Neuer Raum mit eigenen Regeln",
  join: "Raum betreten",
  codeOrLink: "Raumcode oder Link",
  joinNow: "Beitreten",
  watch: "Zuschauen",
  watchTv: "TV: das spannendste Rennen",
  nothingToWatch: "Gerade gibt es keine öffentlichen Rennen.",
  racing: "Rennen läuft",
};
