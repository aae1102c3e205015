export default {
  ranks: "JQK",
  rankNames: "jack queen king",
  suitNames: "clubs diamonds hearts spades",
  cardName: "{rank} of {suit}",

  home: "Home",
  sorry: "This did not work",
  settings: "Settings",
  close: "Close",
  cancel: "Cancel",

  roomTitle: "Room {code}",
  players: "Players",
  you: "(you)",
  leave: "Leave the room",
  leaveSure: "Leave the room? A running game is given up.",
  reconnecting: "Connection lost. Your moves are kept; coming back …",

  chat: "Chat",

  newDeal: "New deal",
  time: "Time",

  replayOf: "Replay of {name}",

  e_unreachable: "The server cannot be reached.",
};
