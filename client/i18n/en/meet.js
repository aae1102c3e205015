export default {
  meetTitle: "Race people",
  raceNowHelp: "Four players on one deal. Starts in ten seconds; bots take the free seats.",
  raceHelp: "Your own room: send the link, play best of three.",
  createRoom: "Create a room",
  ownRules: "New room with custom rules",
  join: "Join a room",
  codeOrLink: "Room code or link",
  joinNow: "Join",
  watch: "Watch a race",
  nothingToWatch: "No public races right now.",
  racing: "racing now",
};
