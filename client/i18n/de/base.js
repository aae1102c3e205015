/** @type {{ [K in keyof typeof import("../en/base.js").default]: string }} */
export default {
  ranks: "BDK",
  rankNames: "Bube Dame König",
  suitNames: "Kreuz Karo Herz Pik",
  cardName: "{suit} {rank}",

  home: "Startseite",
  sorry: "Etwas ist schiefgegangen",
  settings: "Einstellungen",
  close: "Schließen",
  cancel: "Abbrechen",

  players: "Spieler",
  you: "(du)",
  leave: "Raum verlassen",
  leaveSure: "Raum verlassen? Ein laufendes Spiel gibst du damit auf.",
  reconnecting: "Verbindung unterbrochen, gleich geht es weiter …",
  storingSlow: "Der Server speichert gerade langsam.",
  movesKept: "Deine Züge bleiben erhalten.",

  chat: "Chat",

  v_addiction: "Addiction",
  v_gaps: "Gaps",
  v_montana: "Montana",
  v_spaces: "Spaces",
  v_paganini: "Paganini",
  v_strict: "Streng",
  v_mini: "Mini",

  fingerprint: "Finger\u00adabdruck des Blatts {code}",
  toGroup: "Zur Gruppe",

  someoneWon: "{name} hat gewonnen",
  laneMore: " richtig, Züge: {moves}, gemischt: {shuffles}-mal",
  ordinal: "{n}.",

  newDeal: "Neues Spiel",
  time: "Zeit",

  e_unreachable: "Der Server ist nicht erreichbar.",
  player: "Spieler",
};
