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

  players: "Players",
  you: "(you)",
  leave: "Leave the room",
  leaveSure: "Leave the room? You forfeit any game in progress.",
  reconnecting: "Connection lost. Reconnecting…",
  storingSlow: "Saving is slow.",
  movesKept: "Your moves are kept.",

  chat: "Chat",

  v_addiction: "Addiction",
  v_gaps: "Gaps",
  v_montana: "Montana",
  v_spaces: "Spaces",
  v_paganini: "Paganini",
  v_strict: "Strict",
  v_mini: "Mini",

  toGroup: "Back to the group",

  someoneWon: "{name} won",
  laneMore: " in place, moves: {moves}, shuffles: {shuffles}",
  ordinal: "{n}st|{n}nd|{n}rd|{n}th",

  newDeal: "New deal",
  fingerprint: "Deal fingerprint {code}",
  time: "Time",

  e_unreachable: "Can't reach the server.",
  player: "Player",
};
