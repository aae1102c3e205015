export default {
  solo: "Play solo",
  yourName: "Your name",
  rename: "Rename",
  youAre: "You are now {name}.",
  watchNow: "Watch",
  how: "How to play",
  raceNow: "Race now",
  race: "Race friends",
  verify: "Verify a game",
  share: "Share",
  copied: "Copied",
  copyHelp: "Copy this text:",

  score: "Score",
  replay: "Replay",
  replayOf: "Replay of {name}",

  points: "{n} point|{n} points",

  daily: "Daily",
};
