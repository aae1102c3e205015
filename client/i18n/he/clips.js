/** @type {{ [K in keyof typeof import("../en/clips.js").default]: string }} */
export default {
  clipPlayers: "שחקנים, עד ארבעה",
  clipFrom: "התחלה",
  clipTo: "סוף",
  clipLength: "אורך",
  clipSeconds: "לכל היותר שנייה אחת|לכל היותר {n} שניות|לכל היותר {n} שניות",
  clipFormat: "קובץ",
  clipGif: "GIF, לכל צ׳אט",
  clipWebp: "WebP, חצי מהגודל",
  clipVideo: "וידאו, מוקלט כאן בזמן אמת",
  clipRecording: "מקליטים: נותרה שנייה אחת|מקליטים: נותרו {n} שניות|מקליטים: נותרו {n} שניות",
  clipNoVideo: "הדפדפן הזה לא יכול להקליט וידאו. בחרו GIF או WebP.",
  clipPace: "אורך: שנייה אחת|אורך: {n} שניות|אורך: {n} שניות",
  clipFaster:
    "אורך: שנייה אחת, מהיר פי {speed}|אורך: {n} שניות, מהיר פי {speed}|אורך: {n} שניות, מהיר פי {speed}",
  clipMake: "יצירה",
  clipWait: "רק רגע…",
  clipReady: "מוכן: {size} kB",
  clipShown: "הקליפ",
  clipSave: "שמירה",
};
