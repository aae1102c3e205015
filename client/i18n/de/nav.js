/** @type {{ [K in keyof typeof import("../en/nav.js").default]: string }} */
export default {
  pages: "Seiten",
  n_play: "Spielen",
  n_daily: "Tagesspiel",
  n_race: "Rennen",
  n_boards: "Bestenlisten",
  n_you: "Du",
};
