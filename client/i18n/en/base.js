export default {
  ranks: "JQK",
  rankNames: "jack queen king",
  suitNames: "clubs diamonds hearts spades",
  cardName: "{rank} of {suit}",

  home: "Home",
  sorry: "Something went wrong",
  settings: "Settings",
  close: "Close",
  cancel: "Cancel",

  roomTitle: "Room {code}",
  players: "Players",
  you: "(you)",
  leave: "Leave the room",
  leaveSure: "Leave the room? You give up any game in progress.",
  reconnecting: "Connection lost. Your moves are kept. Reconnecting…",
  storingSlow: "The server is slow to save. Your moves are kept.",

  chat: "Chat",

  newDeal: "New deal",
  time: "Time",

  replayOf: "Replay of {name}",

  e_unreachable: "The server cannot be reached.",
};
