/** @type {{ [K in keyof typeof import("../en/meet.js").default]: string }} */
export default {
  meetTitle: "להתחרות עם אנשים",
  raceNowHelp: "ארבעה שחקנים, חלוקה אחת. מתחילים בעוד עשר שניות; בוטים תופסים את המקומות הפנויים.",
  raceHelp: "חדר משלכם: שלחו קישור, ושחקו הטוב משלושה.",
  groupsTitle: "קבוצות",
  groupsHelp: "חדר קבוע וטבלה יומית לחברים, למשפחה או למשרד.",
  createRoom: "פתיחת חדר",
  ownRules: "חדר חדש עם כללים משלכם",
  join: "כניסה לחדר",
  codeOrLink: "קוד חדר או קישור",
  joinNow: "כניסה",
  watch: "צפייה במרוץ",
  watchTv: "לצפות בטלוויזיה: המרוץ הטוב ביותר עכשיו",
  nothingToWatch: "אין כרגע מרוצים פתוחים לצפייה.",
  racing: "מתחרים עכשיו",
};
