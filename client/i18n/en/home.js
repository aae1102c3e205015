export default {
  slogan: "Same deal. Same instant. Go.",
  lead: "Addiction Solitaire as a race: sort four rows before your friends do.",
  playNow: "Play now",
  continueGame: "Continue your game: {game}",
  rejoinRace: "Rejoin the race with {names}",
  backToOthers: "Back to the room with {names}",
  backToRoom: "Back to your room",
  imprint: "Imprint",
  privacy: "Privacy",

  tryBoard: "Board to try",
  tryRule: "A gap takes one card: same suit as the card on its left, one higher. Tap an outlined card.",
  tryRuleTall: "A gap takes one card: same suit as the card above it, one higher. Tap an outlined card.",
  tryOpened: "Now there is a gap for the {card}.",
  tryRow: "That row is done. Which gap is next?",
  tryRowTall: "That column is done. Which gap is next?",
  trySolved: "Solved! The real game goes up to the king, against the clock.",
};
