/** @type {{ [K in keyof typeof import("../en/base.js").default]: string }} */
export default {
  ranks: "BDK",
  rankNames: "Bube Dame König",
  suitNames: "Kreuz Karo Herz Pik",
  cardName: "{suit} {rank}",

  home: "Startseite",
  sorry: "Das ging nicht",
  settings: "Einstellungen",
  close: "Schließen",
  cancel: "Abbrechen",

  roomTitle: "Raum {code}",
  players: "Spieler",
  you: "(du)",
  leave: "Raum verlassen",
  leaveSure: "Den Raum verlassen? Ein laufendes Spiel ist damit aufgegeben.",
  reconnecting: "Verbindung weg. Deine Züge bleiben; gleich wieder da …",

  chat: "Chat",

  newDeal: "Neues Blatt",
  time: "Zeit",

  replayOf: "Film von {name}",

  e_unreachable: "Der Server ist nicht zu erreichen.",
};
