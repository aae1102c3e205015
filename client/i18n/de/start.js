/** @type {{ [K in keyof typeof import("../en/start.js").default]: string }} */
export default {
  raceStarts: "Das Rennen beginnt!",
  withSound: "Mit Ton spielen?",
  yes: "Ja",
  no: "Nein",
};
