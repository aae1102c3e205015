/** @type {{ [K in keyof typeof import("../en/pages.js").default]: string }} */
export default {
  solo: "Allein spielen",
  yourName: "Dein Name",
  rename: "Umbenennen",
  youAre: "Du heißt jetzt {name}.",
  watchNow: "Zuschauen",
  how: "So wird gespielt",
  raceNow: "Sofort-Rennen",
  race: "Gegen Freunde",
  verify: "Spiel überprüfen",
  share: "Teilen",
  copied: "Kopiert",
  copyHelp: "Kopiere diesen Text:",

  score: "Punkte",
  replay: "Replay",
  replayOf: "Replay von {name}",

  points: "{n} Punkt|{n} Punkte",

  daily: "Tagesspiel",
};
