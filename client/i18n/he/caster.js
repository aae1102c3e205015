/** @type {{ [K in keyof typeof import("../en/caster.js").default]: string }} */
export default {
  casterTools: "כלי השדרן",
  compareTwo: "השוואת שני לוחות",
  leftBoard: "הלוח משמאל",
  rightBoard: "הלוח מימין",
  slowReplay: "הרגע האחרון בהילוך איטי",
  replayMark: "הילוך חוזר",
  drawOnBoard: "ציור על הלוח",
  drawing: "ציור",
  yellowPen: "עט צהוב",
  redPen: "עט אדום",
  clearDrawing: "מחיקת הציור",
};
