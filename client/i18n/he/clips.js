/** @type {{ [K in keyof typeof import("../en/clips.js").default]: string }} */
export default {
  clipPlayers: "שחקנים, עד ארבעה",
  clipFrom: "התחלה",
  clipTo: "סוף",
  clipLength: "אורך",
  clipSeconds: "לכל היותר שנייה אחת|לכל היותר {n} שניות|לכל היותר {n} שניות",
  clipRecording: "מקליטים: נותרה שנייה אחת|מקליטים: נותרו {n} שניות|מקליטים: נותרו {n} שניות",
  clipNoVideo: "הדפדפן הזה לא יכול להקליט את הקליפ.",
  clipPace: "אורך: שנייה אחת|אורך: {n} שניות|אורך: {n} שניות",
  clipFaster:
    "אורך: שנייה אחת, מהיר פי {speed}|אורך: {n} שניות, מהיר פי {speed}|אורך: {n} שניות, מהיר פי {speed}",
  clipMake: "יצירה",
  clipReady: "מוכן: {size} kB",
  clipSave: "שמירה",
};
