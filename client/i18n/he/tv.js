/** @type {{ [K in keyof typeof import("../en/tv.js").default]: string }} */
export default {
  tvTitle: "טלוויזיה",
  tvPast: "מוקלט",
  tvNothing: "אין עדיין מרוץ להציג. הבא יתחיל כאן מעצמו.",
  tvAbout: "על המרוץ הזה",
  tvQr: "קוד QR להצטרפות",
  tvJoin: "להצטרף או לצפות",
  tvRace: "מרוץ עכשיו",
  fullScreen: "מסך מלא",
};
