/** @type {{ [K in keyof typeof import("../en/spectate.js").default]: string }} */
export default {
  audience: "Publikum",
  wallTitle: "Im Raum von {name}",
  finishedFirst: "Fertig. Die anderen spielen noch",
  raceRuns: "Das Rennen läuft: Beim nächsten bist du dabei",
  playToo: "Raum beitreten",
  notStarted: "Noch kein Rennen. Es wird hier gezeigt.",

  isLive: "Live",
  shownAsOf: "Stand vor {n} s",
  raceStartsIn: "Start in {time}",
  followLeader: "Dem Geschehen folgen",
  pinBoard: "Spielfeld von {name} zeigen",
  ranking: "Rangliste",
  stuckShort: "steckt fest",
  leadsByCards: "führt mit {n} Karte|führt mit {n} Karten",
  leadsByTime: "liegt {time} vorn",
  behindCards: "{n} Karte zurück|{n} Karten zurück",
  behindTime: "{time} zurück",
  finishedIn: "fertig in {time}",
  skipToResult: "Zum Ergebnis",
};
