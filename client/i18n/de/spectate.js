/** @type {{ [K in keyof typeof import("../en/spectate.js").default]: string }} */
export default {
  wallTitle: "Zuschauen im Raum von {name}",
  allBoards: "Alle Spielfelder",
  finishedFirst: "Fertig! Die anderen spielen noch",
  raceRuns: "Das Rennen läuft schon: Beim nächsten bist du dabei",
  playToo: "Raum beitreten",
  aboutToStart: "Gleich geht es los.",
  notStarted: "Noch kein Rennen. Im Raum: {names}.",
  live: "{n} Spieler in diesem Rennen|{n} Spieler in diesem Rennen",
};
