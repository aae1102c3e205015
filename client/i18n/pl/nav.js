/** @type {{ [K in keyof typeof import("../en/nav.js").default]: string }} */
export default {
  pages: "Strony",
  n_play: "Graj",
  n_daily: "Gra dnia",
  n_race: "Wyścigi",
  n_boards: "Wyniki",
  n_you: "Ty",
};
