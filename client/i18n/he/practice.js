/** @type {{ [K in keyof typeof import("../en/practice.js").default]: string }} */
export default {
  practiceTitle: "אימון",
  practiceRules: "הכללים",
  practiceHelp: "רק בדפדפן הזה, גם בלי רשת. התוצאות לא נחשבות.",
  youAreOffline: "אין חיבור לרשת. כאן אפשר להתאמן.",
  practiceBack: "לנסות שוב את הדף ההוא",
  practiceNewSure: "לוותר על החלוקה הזאת ולהתחיל חדשה?",
};
