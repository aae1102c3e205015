/** @type {{ [K in keyof typeof import("../en/crowd.js").default]: string }} */
export default {
  playerCount: "{n} gracz|{n} gracze|{n} graczy",
  readyCount: "gotowych: {n}",
  onlineCount: "online: {n}",
  findPlayer: "Szukaj gracza",
  nobodyFound: "Nikt się tak nie nazywa.",
  manage: "Zarządzaj",
  watchPlayer: "Oglądaj: {name}",
  wholeStandings: "Wszyscy gracze",
  findBoard: "Znajdź planszę",
};
