export default {
  wallTitle: "Watching {name}'s room",
  allBoards: "All boards",
  finishedFirst: "Finished! Others are still playing",
  raceRuns: "Race in progress: you're in for the next one",
  playToo: "Join the room",
  aboutToStart: "The race is about to start.",
  notStarted: "No race yet. In the room: {names}.",
  live: "{n} player in this race|{n} players in this race",
};
