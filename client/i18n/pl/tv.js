/** @type {{ [K in keyof typeof import("../en/tv.js").default]: string }} */
export default {
  tvTitle: "TV",
  tvPast: "Z nagrania",
  tvNothing: "Nie ma jeszcze wyścigu do pokazania. Następny ruszy tu sam.",
  tvAbout: "O tym wyścigu",
  tvQr: "Kod QR do dołączenia",
  tvJoin: "Dołącz lub oglądaj",
  tvRace: "Szybki wyścig",
  fullScreen: "Pełny ekran",
};
