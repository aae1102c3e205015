/** @type {{ [K in keyof typeof import("../en/home.js").default]: string }} */
export default {
  slogan: "Gleiche Karten. Gleicher Start. Los!",
  lead: "Addiction-Solitaire um die Wette: Sortiere die vier Farben schneller als deine Freunde.",
  playNow: "Jetzt spielen",
  continueGame: "Weiterspielen: {game}",
  rejoinRace: "Zurück ins Rennen mit {names}",
  backToOthers: "Zurück in den Raum mit {names}",
  backToRoom: "Zurück in deinen Raum",
  imprint: "Impressum",
  privacy: "Datenschutz",

  puzzlesWay: "Rätsel",
  puzzlesHelp: "Finde den einen Zug, der noch gewinnt",
  tryBoard: "Spielfeld zum Ausprobieren",
  tryRule:
    "In eine Lücke passt genau eine Karte: gleiche Farbe wie die Karte links davon, eins höher. Tipp eine umrandete Karte an.",
  tryRuleTall:
    "In eine Lücke passt genau eine Karte: gleiche Farbe wie die Karte darüber, eins höher. Tipp eine umrandete Karte an.",
  tryOpened: "Jetzt ist dort eine Lücke für {card}.",
  tryRow: "Diese Reihe ist fertig. Welche Lücke kommt jetzt?",
  tryRowTall: "Diese Spalte ist fertig. Welche Lücke kommt jetzt?",
  trySolved: "Gelöst! Im echten Spiel geht es bis zum König, gegen die Uhr.",
};
