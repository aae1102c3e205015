/** @type {{ [K in keyof typeof import("../en/handicap.js").default]: string }} */
export default {
  startsLater:
    "הזינוק של {name} מאוחר בשנייה|הזינוק של {name} מאוחר בשתי שניות|הזינוק של {name} מאוחר ב־{n} שניות",
  startTogether: "מקדמה: הפעם כולם יוצאים יחד. אחרי כל מרוץ, המהירים יוצאים מאוחר יותר.",
  startedLater:
    "הזינוק של {name} היה מאוחר בשנייה.|הזינוק של {name} היה מאוחר בשתי שניות.|הזינוק של {name} היה מאוחר ב־{n} שניות.",
  oneClock: "כל הזמנים נספרים מתחילת המרוץ.",
};
