export default {
  casterTools: "Caster's tools",
  compareTwo: "Compare two boards",
  leftBoard: "Board on the left",
  rightBoard: "Board on the right",
  slowReplay: "Slow replay of the last moment",
  replayMark: "REPLAY",
  drawOnBoard: "Draw on the board",
  drawing: "Drawing",
  yellowPen: "Yellow pen",
  redPen: "Red pen",
  clearDrawing: "Clear the drawing",
};
