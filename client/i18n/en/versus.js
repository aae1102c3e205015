export default {
  versus: "{one} vs {other}",
  racesOfBoth: "Races",
  dailiesOfBoth: "Dailies",
  noRacesOfBoth: "No races against each other yet.",
  noDailiesOfBoth: "No dailies in common yet.",
  impsHelp: "IMPs: how much better {name} was per race, on average, as in bridge.",
  playedShort: "Played",
  levelShort: "Level",
  impsShort: "IMPs",
  lastRaces: "Last races",
  wasAhead: "{name} was ahead",
  wereLevel: "Level",
};
