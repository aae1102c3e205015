/** @type {{ [K in keyof typeof import("../en/today.js").default]: string }} */
export default {
  hoursMinutes: "{h} Std. {min} Min.",
  minutesShort: "{n} Min.",
  todaysDailies: "Tagesspiele von heute",
  onePerDay: "Jeden Tag ein Spiel, für alle dasselbe",
  playIt: "Spielen",
  result: "Ergebnis",
  goOn: "Tagesspiel fortsetzen",
  nextIn: "Neue Tagesspiele in {time}",
  winnable: "Ohne Mischen lösbar. Par: {n} Züge.",
  harderThan: "Schwerer als {percent} % aller Blätter.",
  placeOf: "Platz {rank} von {of}",
};
