export default {
  raceStarts: "The race starts!",
  withSound: "Play with sound?",
  yes: "Yes",
  no: "No",
};
