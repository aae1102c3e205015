/** @type {{ [K in keyof typeof import("../en/evidence.js").default]: string }} */
export default {
  x_title: "בדיקה",
  x_help: "לפי המהלכים והזמנים שלהם בלבד. סימון הוא סיבה להסתכל, לא פסק דין.",
  x_clean: "שום דבר חריג: זה נראה כמו משחק של אדם.",
  x_flagged: "מסומן. המשחק הזה לא נכלל בדירוגים עד שמנהל יבדוק אותו.",
  x_cleared: "מנהל בדק את המשחק הזה. הוא נחשב.",
  x_leftOut: "לא נכלל בדירוגים",
  x_leftOutHelp: "סומנו בבדיקה אוטומטית. הם ייחשבו שוב אחרי שמנהל יאשר אותם.",
  x_rule_faster_than_hands: "מהיר מדי",
  x_rule_pauses_too_even: "הפסקות אחידות מדי",
  x_rule_no_thought: "בלי זמן לחשוב",
  x_rule_same_line: "כמו משחק קודם או פתרון",
  x_faster_than_hands: "{moves} מהלכים ברצף ב־{ms}: מהיר מדי לאדם.",
  x_pauses_too_even: "ארבע מכל חמש הפסקות בין {moves} מהלכים הן בין {low_ms} ל־{high_ms}: אחיד מדי לאדם.",
  x_no_thought:
    "{moves} מהלכים ברצף הביאו {gained} קלפים למקומם, עם {choices} בחירות חופשיות ובלי הפסקה ארוכה מ־{longest_ms}: בלי זמן לחשוב.",
  x_same_line: "{same} מתוך {boards} הלוחות, אחרי {choices} בחירות חופשיות, זהים למשחק קודם או לפתרון ידוע.",
};
