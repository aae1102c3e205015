/** @type {{ [K in keyof typeof import("../en/mine.js").default]: string }} */
export default {
  myGroups: "הקבוצות שלכם",
  groupSize: "חבר אחד|{n} חברים|{n} חברים",
  someWait: "{n} בהמתנה|{n} בהמתנה|{n} בהמתנה",
  waitsForOwner: "ממתינים לאישור הבעלים",
};
