export default {
  playerCount: "{n} player|{n} players",
  readyCount: "{n} ready",
  onlineCount: "{n} online",
  findPlayer: "Find a player",
  nobodyFound: "No player has this name.",
  manage: "Manage",
  watchPlayer: "Watch {name}",
  wholeStandings: "All players",
  findBoard: "Find a board",
};
