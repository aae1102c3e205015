/** @type {{ [K in keyof typeof import("../en/crowd.js").default]: string }} */
export default {
  playerCount: "{count} gracz|{count} gracze|{count} graczy",
  readyCount: "gotowych: {count}",
  onlineCount: "online: {count}",
  findPlayer: "Szukaj gracza",
  nobodyFound: "Nikt się tak nie nazywa.",
  manage: "Zarządzaj",
  watchPlayer: "Oglądaj: {name}",
  wholeStandings: "Wszyscy gracze",
  findBoard: "Znajdź planszę",
};
