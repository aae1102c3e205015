/** @type {{ [K in keyof typeof import("../en/caster.js").default]: string }} */
export default {
  casterTools: "Narzędzia komentatora",
  compareTwo: "Porównaj dwie plansze",
  leftBoard: "Plansza po lewej",
  rightBoard: "Plansza po prawej",
  slowReplay: "Ostatnia chwila w zwolnionym tempie",
  replayMark: "POWTÓRKA",
  drawOnBoard: "Rysuj po planszy",
  drawing: "Rysowanie",
  yellowPen: "Żółty pisak",
  redPen: "Czerwony pisak",
  clearDrawing: "Usuń rysunek",
};
