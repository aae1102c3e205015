/** @type {{ [K in keyof typeof import("../en/today.js").default]: string }} */
export default {
  hoursMinutes: "{h} שע׳ {min} דק׳",
  minutesShort: "{n} דק׳",
  todaysDailies: "החלוקות של היום",
  onePerDay: "חלוקה אחת ביום, זהה לכולם",
  playIt: "לשחק",
  result: "תוצאה",
  goOn: "להמשיך את היומי",
  nextIn: "חלוקות חדשות בעוד {time}.",
  winnable: "אפשר לנצח בלי ערבוב. פאר: {n} מהלכים.",
  harderThan: "קשה יותר מ־{percent}% מכל החלוקות.",
  placeOf: "מקום {rank} מתוך {of}",
};
