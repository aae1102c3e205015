/** @type {{ [K in keyof typeof import("../en/start.js").default]: string }} */
export default {
  raceStarts: "המרוץ מתחיל!",
  withSound: "לשחק עם צליל?",
  yes: "כן",
  no: "לא",
};
