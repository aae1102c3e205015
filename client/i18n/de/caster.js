/** @type {{ [K in keyof typeof import("../en/caster.js").default]: string }} */
export default {
  casterTools: "Werkzeuge zum Kommentieren",
  compareTwo: "Zwei Spielfelder vergleichen",
  leftBoard: "Linkes Spielfeld",
  rightBoard: "Rechtes Spielfeld",
  slowReplay: "Zeitlupe des letzten Höhepunkts",
  replayMark: "WIEDERHOLUNG",
  drawOnBoard: "Auf das Spielfeld zeichnen",
  drawing: "Zeichnung",
  yellowPen: "Gelber Stift",
  redPen: "Roter Stift",
  clearDrawing: "Zeichnung löschen",
};
