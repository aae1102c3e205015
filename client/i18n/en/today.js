export default {
  hoursMinutes: "{h} h {min} min",
  minutesShort: "{n} min",
  todaysDailies: "Today's dailies",
  onePerDay: "One deal a day, the same for everyone",
  playIt: "Play",
  result: "Result",
  goOn: "Continue the daily",
  nextIn: "New dailies in {time}.",
  winnable: "Can be won without a shuffle. Par: {n} moves.",
  harderThan: "Harder than {percent}% of all deals.",
  placeOf: "Rank {rank} of {of}",
};
