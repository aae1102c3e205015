/** @type {{ [K in keyof typeof import("../en/start.js").default]: string }} */
export default {
  raceStarts: "Wyścig rusza!",
  withSound: "Grać z dźwiękiem?",
  yes: "Tak",
  no: "Nie",
};
