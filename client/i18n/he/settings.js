/** @type {{ [K in keyof typeof import("../en/settings.js").default]: string }} */
export default {
  s_right_fill: "אפשר למלא רווחים גם מימין",
  s_boards_open: "השחקנים רואים את הלוחות של כולם",
  s_hints: "רמזים מותרים",
  s_locked: "נעול: בלי שחקנים חדשים",
  s_certified: "חלוקות בדוקות",
  ownShuffles: "ערבוב אחד|{n} ערבובים|{n} ערבובים",
  ownBestOf: "הטוב מ־{n}: נקודה על כל יריב שניצחתם. בין שניים, {k} ניצחונות מכריעים",
  ownTeams: "{n} קבוצות: סכום התוצאות הטובות קובע",
  s_handicap: "מקדמה: המהירים יוצאים מאוחר יותר (לא מדורג)",
  limit: "מגבלת זמן: {n} דקות",
  delay: "השהיה לצופים: {n} שנ׳",
  ownDeal: "החלוקה הבאה: {code}",
  rules: "כללים",
};
