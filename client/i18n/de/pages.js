/** @type {{ [K in keyof typeof import("../en/pages.js").default]: string }} */
export default {
  pages: "Seiten",
  n_play: "Spielen",
  n_daily: "Tagesspiel",
  n_race: "Rennen",
  n_boards: "Bestenlisten",
  n_you: "Du",

  solo: "Allein spielen",
  yourName: "Dein Name",
  rename: "Umbenennen",
  youAre: "Du heißt jetzt {name}.",
  watchNow: "Zuschauen",
  how: "So wird gespielt",
  raceNow: "Sofort-Rennen",
  race: "Gegen Freunde spielen",
  verify: "Spiel überprüfen",
  share: "Teilen",
  copied: "Kopiert",
  copyHelp: "Kopiere diesen Text:",

  vh_addiction: "3-mal mischen, jederzeit",
  vh_gaps: "2-mal mischen, nur wenn nichts mehr geht; die Lücken kommen hinter die fertigen Folgen",
  vh_montana: "Wie Gaps, aber die Zweien liegen schon richtig",
  vh_spaces: "2-mal mischen, nur wenn nichts mehr geht; alle Karten werden neu verteilt",
  vh_paganini: "3-mal mischen, nur wenn nichts mehr geht; nur fertige Reihen bleiben liegen",
  vh_strict: "Ganz ohne Mischen",
  vh_mini: "Nur Karten von 2 bis 7, 1-mal mischen. Ein bis zwei Minuten",

  player: "Spieler",

  rankedAs: "Platz {rank} von {n}",
  lockedShort: "Richtig",
  score: "Punkte",
  movesShort: "Züge",
  shufflesShort: "Gemischt",
  replay: "Replay",

  points: "{n} Punkt|{n} Punkte",
  moveCount: "{n} Zug|{n} Züge",
  shuffleCount: "{n}-mal gemischt|{n}-mal gemischt",
  noShuffle: "nicht gemischt",

  daily: "Tagesspiel",
};
