/** @type {{ [K in keyof typeof import("../en/today.js").default]: string }} */
export default {
  hoursMinutes: "{h} godz. {min} min",
  minutesShort: "{n} min",
  todaysDailies: "Dzisiejsze gry dnia",
  onePerDay: "Jedno rozdanie dziennie, to samo dla wszystkich",
  playIt: "Zagraj",
  result: "Wynik",
  goOn: "Graj dalej",
  nextIn: "Nowe gry dnia za {time}.",
  winnable:
    "Do wygrania bez tasowania. Par: {n} ruch.|Do wygrania bez tasowania. Par: {n} ruchy.|Do wygrania bez tasowania. Par: {n} ruchów.",
  harderThan: "Trudniejsze niż {percent}% wszystkich rozdań.",
  placeOf: "Miejsce {rank} z {of}",
};
