/** @type {{ [K in keyof typeof import("../en/practice.js").default]: string }} */
export default {
  practiceTitle: "אימון",
  practiceRules: "הכללים",
  practiceHelp: "בדפדפן הזה בלבד: עובד בלי רשת, ולא נחשב בשום מקום.",
  youAreOffline: "אין חיבור לרשת. כאן אפשר להתאמן.",
  practiceBack: "לנסות שוב את הדף ההוא",
  practiceNewSure: "לוותר על החלוקה הזאת ולהתחיל חדשה?",
};
