export default {
  ofPlayers: "of {n}",
  cards: "{n} card|{n} cards",
  behind: "{gap} behind {name}",
  ahead: "{gap} ahead of {name}",
  levelWith: "Level with {name}",
  leads: "{name} leads by {gap}",
  inTheLead: "In the lead",
  noMoveYet: "No move yet",
  youInRace: "You",
  gaveUp: "out",
  placeNow: "You are {place}",
};
