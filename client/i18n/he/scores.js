/** @type {{ [K in keyof typeof import("../en/scores.js").default]: string }} */
export default {
  explainedTitle: "איך משווים משחקים",
  explained:
    "המשחק שלכם מושווה לכל משחק אחר באותה חלוקה, והתוצאה שלכם היא הממוצע: ‎+5 פירושו 5 נקודות יותר מהאחרים.",
  explainedPicture: "דוגמה: ניצחתם ב־{time}. מול חמישה אחרים זה נותן {values}; הממוצע הוא {mean}.",
  comparedWon: "★ {time}",
  comparedLost: "{n} קלפים",
  comparedMean: "ממוצע {mean}",
  againstField: "{score} מול כולם",
  playedLike: "הרמה שלכם במשחק הזה: {strength}.",
  fieldDifficulty:
    "הקושי לבני אדם: {difficulty} ± {error}, לפי משחק אחד|הקושי לבני אדם: {difficulty} ± {error}, לפי {n} משחקים|הקושי לבני אדם: {difficulty} ± {error}, לפי {n} משחקים",
  band: "חלוקות קשות יותר",
  bandHelp:
    "החלוקה היומית נעשית קשה יותר מיום שני עד שבת. זה מספר החלוקות הקשות יותר מכל אלף אקראיות. החלוקה היא המועמדת הראשונה בטווח הזה.",
  form: "כושר",
  formHelp:
    "עד כמה אתם משחקים טוב בחלוקות היומיות. כולם מתחילים ב־1500; שחקן עם 1600 מנצח בזמן כל חלוקה שנייה בקושי 1600.",
  formChart:
    "כושר, {name}: חלוקה אחת, לאחרונה {strength} ± {error}|כושר, {name}: {n} חלוקות, לאחרונה {strength} ± {error}|כושר, {name}: {n} חלוקות, לאחרונה {strength} ± {error}",
  formDailies: "לפי חלוקה אחת|לפי {n} חלוקות|לפי {n} חלוקות",
  distribution: "תוצאות יומיות, בנקודות",
  distributionWon: "ניצחונות",
  below: "מתחת ל־{n}",
  accuracy: "דיוק",
  accuracyGames:
    "מתוך 100, לפי משחק שנותח אחד|מתוך 100, לפי {n} משחקים שנותחו|מתוך 100, לפי {n} משחקים שנותחו",
  accuracyText: "כמה מהסיכוי לנצח נשמר. מזל בערבוב לא נחשב. נתחו משחק כדי להוסיף אותו.",
  accuracyChart:
    "דיוק: משחק אחד, לאחרונה {last}|דיוק: {n} משחקים, לאחרונה {last}|דיוק: {n} משחקים, לאחרונה {last}",
};
