export default {
  startsLater: "{name} starts {n} second later|{name} starts {n} seconds later",
  startTogether: "Handicap: you all start together. After each race, the faster ones start later.",
  startedLater: "{name} started {n} second later.|{name} started {n} seconds later.",
  oneClock: "All times count from the start of the race.",
};
