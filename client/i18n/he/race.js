/** @type {{ [K in keyof typeof import("../en/race.js").default]: string }} */
export default {
  undone: "המהלך בוטל",
  redone: "המהלך הוחזר",
  shufflesLeft: "ערבוב, {n} נותרו",
  shuffleSure:
    "עוד אפשר לעשות מהלך אחד. לערבב בכל זאת?|עוד אפשר לעשות {n} מהלכים. לערבב בכל זאת?|עוד אפשר לעשות {n} מהלכים. לערבב בכל זאת?",
  stuckShuffle: "ערבבו (נותרו {n}) או לכו אחורה",
  stuckUndo: "לכו אחורה ונסו דרך אחרת, או ותרו",
  youWon: "ניצחתם!",
  itIsOver: "המשחק נגמר",
  othersPlay: "אחרים עוד משחקים",
  timeOf: "מגבלת זמן {time}",
  timeLeft: "לסיום",
  lateStart: "הזינוק שלכם מאוחר בשנייה|הזינוק שלכם מאוחר בשתי שניות|הזינוק שלכם מאוחר ב־{n} שניות",
  movesWord: "מהלך|מהלכים|מהלכים",
};
