export default {
  leadCurve: "Cards in place of all players over time",
  whatHappened: "What happened",
  otherBoards: "Other boards",
  pageOf: "{n} of {count}",
  previousBoards: "Previous boards",
  nextBoards: "Next boards",

  newsLead: "{name} takes the lead",
  newsLeadBy: "{name} takes the lead with the {card}",
  newsComeback:
    "Comeback! {name} was {n} card behind and leads|Comeback! {name} was {n} cards behind and leads",
  newsWon: "{name} wins in {time}",
  newsOut: "{name} is out with {n} card in place|{name} is out with {n} cards in place",
  newsRow: "{name} completes a row|{name} has {n} complete rows",
  newsOpen: "{name}: all four rows are open",
  newsFew: "{name} needs one more card|{name} needs {n} more cards",
  newsStuck: "{name} is stuck with no shuffle left",
  newsShuffle: "{name} shuffles for the first time|{name} uses shuffle {n}",
  newsMinute: "One minute left",
  momentWon: "wins in {time}",
  momentComeback:
    "Comeback! From {n} card behind into the lead|Comeback! From {n} cards behind into the lead",
  soFarLevel: "So far: nobody leads.",
  soFarAhead: "So far: {name} leads.",
  soFarSince: "So far: {name} has led since {time}.",
  soFarChanges: "The lead has changed {n} time.|The lead has changed {n} times.",
};
