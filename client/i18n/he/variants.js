/** @type {{ [K in keyof typeof import("../en/variants.js").default]: string }} */
export default {
  vh_addiction: "3 ערבובים, בכל רגע",
  vh_gaps: "2 ערבובים, רק כשתקועים; הרווחים באים מיד אחרי כל רצף",
  vh_montana: "כמו Gaps, אבל קלפי ה־2 מתחילים במקום",
  vh_spaces: "2 ערבובים, רק כשתקועים; כל הקלפים מחולקים מחדש",
  vh_paganini: "3 ערבובים, רק כשתקועים; רק שורות שלמות נשארות",
  vh_strict: "בלי ערבובים בכלל",
  vh_mini: "רק קלפים 2 עד 7, ערבוב אחד. דקה או שתיים",
};
