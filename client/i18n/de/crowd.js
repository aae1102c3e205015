/** @type {{ [K in keyof typeof import("../en/crowd.js").default]: string }} */
export default {
  playerCount: "{n} Spieler|{n} Spieler",
  readyCount: "{n} bereit",
  onlineCount: "{n} online",
  findPlayer: "Spieler suchen",
  nobodyFound: "So heißt hier niemand.",
  manage: "Verwalten",
  watchPlayer: "{name} zuschauen",
  wholeStandings: "Alle Spieler",
  findBoard: "Spielfeld suchen",
};
