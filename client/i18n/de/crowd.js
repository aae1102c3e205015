/** @type {{ [K in keyof typeof import("../en/crowd.js").default]: string }} */
export default {
  playerCount: "{count} Spieler|{count} Spieler",
  readyCount: "{count} bereit",
  onlineCount: "{count} online",
  findPlayer: "Spieler suchen",
  nobodyFound: "So heißt hier niemand.",
  manage: "Verwalten",
  watchPlayer: "{name} zuschauen",
  wholeStandings: "Alle Spieler",
  findBoard: "Spielfeld suchen",
};
