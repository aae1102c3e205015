/** @type {{ [K in keyof typeof import("../en/pages.js").default]: string }} */
export default {
  solo: "Graj solo",
  yourName: "Twoja nazwa",
  rename: "Zmień nazwę",
  youAre: "Twoja nazwa to teraz {name}.",
  watchNow: "Oglądaj",
  how: "Jak grać",
  raceNow: "Szybki wyścig",
  race: "Ze znajomymi",
  verify: "Sprawdź grę",
  share: "Udostępnij",
  copied: "Skopiowano",
  copyHelp: "Skopiuj ten tekst:",
  score: "Wynik",
  replay: "Powtórka",
  points: "{n} punkt|{n} punkty|{n} punktów",
  daily: "Gra dnia",
};
