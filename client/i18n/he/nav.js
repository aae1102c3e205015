/** @type {{ [K in keyof typeof import("../en/nav.js").default]: string }} */
export default {
  pages: "דפים",
  n_play: "משחק",
  n_daily: "יומי",
  n_race: "מרוצים",
  n_boards: "טבלאות",
  n_you: "אתם",
};
