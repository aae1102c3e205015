export default {
  audienceHelp: "Players see this chat only after their own game has ended.",
  audienceEmpty: "The audience is quiet.",
  audienceSay: "Write to the audience",
  audienceIsOff: "The host has turned the audience chat off.",
  audienceIsSlow: "Slow mode: one message every 30 seconds.",
  readAloud: "Read new messages aloud",
  closeAudience: "Close the audience",

  playAlong: "Play along",
  playAlongHelp: "The same deal, just for you: nothing is counted, and shuffles stay secret.",
  playAlongPlace:
    "{n} card in place: that would be {place} now.|{n} cards in place: that would be {place} now.",
  startOver: "Start over",

  react: "React",
  r_clap: "Applause",
  r_heart: "Love it",
  r_wow: "Wow",
  r_laugh: "Haha",
  r_fire: "On fire",

  whoWins: "Who wins?",
  whoWinsNext: "Who wins the next race?",
  predictHelp: "The earlier and bolder your pick, the more points it earns.",
  predictionsClosed: "Predictions are closed.",
  worthPoints: "{n} point if right|{n} points if right",
  pickOf: "{name} {n} pick|{name} {n} picks",
  bestGuessers: "Best predictors",
  guesserPoints: "{n} point|{n} points",
};
