/** @type {{ [K in keyof typeof import("../en/handicap.js").default]: string }} */
export default {
  startsLater:
    "{name} startuje {n} sekundę później|{name} startuje {n} sekundy później|{name} startuje {n} sekund później",
  startTogether: "Handicap: startujecie razem. Po każdym wyścigu szybsi startują później.",
  startedLater:
    "{name}: start {n} sekundę później.|{name}: start {n} sekundy później.|{name}: start {n} sekund później.",
  oneClock: "Wszystkie czasy liczą się od startu wyścigu.",
};
