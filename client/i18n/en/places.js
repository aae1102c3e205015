export default {
  ofPlayers: "of {n}",
  cards: "{n} card|{n} cards",
  behind: "{gap} behind {name}",
  ahead: "{gap} ahead of {name}",
  leads: "{name} leads by {gap}",
  inTheLead: "In the lead",
  noMoveYet: "No move yet",
  youInRace: "You",
  placeNow: "You are {place}",
};
