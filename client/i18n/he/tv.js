/** @type {{ [K in keyof typeof import("../en/tv.js").default]: string }} */
export default {
  tvTitle: "טלוויזיה",
  tvPast: "מוקלט",
  tvNothing: "אין עדיין מרוץ להציג. הוא יתחיל כאן מעצמו.",
  tvAbout: "על המרוץ הזה",
  tvQr: "קוד QR של הכתובת להצטרפות",
  tvJoin: "להצטרף או לצפות",
  tvRace: "מרוץ עכשיו",
  fullScreen: "מסך מלא",
};
