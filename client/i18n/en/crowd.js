export default {
  playerCount: "{count} player|{count} players",
  readyCount: "{count} ready",
  onlineCount: "{count} online",
  findPlayer: "Find a player",
  nobodyFound: "No player has this name.",
  manage: "Manage",
  watchPlayer: "Watch {name}",
  wholeStandings: "All players",
  findBoard: "Find a board",
};
