export default {
  ruleGoal: "Sort every row into one suit, from 2 to king.",
  ruleGoalTall: "Sort every column into one suit, from 2 at the top to king.",
  ruleGap: "A gap takes one card: same suit as the card on its left, one higher.",
  ruleGapTall: "A gap takes one card: same suit as the card above it, one higher.",
  ruleStart: "A gap at the left end of a row takes any 2.",
  ruleStartTall: "A gap at the top of a column takes any 2.",
  ruleDead: "A gap after a king, or after another gap, is dead: nothing can fill it.",
  ruleShuffle:
    "A run from the 2 on is in place. Stuck? Undo as often as you like, or shuffle: all other cards are dealt again.",
  ruleTap: "Tap an outlined card to move it. If a 2 can go to several gaps, tap the one you want.",
  moreRules: "Scoring, variants, fairness",

  scoring: "Scoring",
  how4: "1 point for each card in place, −5 for each shuffle, +10 for a win without a shuffle.",
  howRace: "Racing",
  how5: "Everyone gets the same deal at the same instant. First to finish wins. If nobody finishes, the most cards in place win; a tie goes to the player who got there first. A game without a move doesn't count. Luck is shared: with the same cards in place, everyone gets the same shuffle.",
  how6: "Every shuffle is fixed before the start. The secret behind it is published after the race, so anyone can check.",
  variants: "Variants",
  keys: "Keys",
  keyList:
    "Arrows, Home, End: move around the board; Enter: play the card; Esc: cancel; Ctrl+Z, Ctrl+Y: undo, redo; S: shuffle; H: hint; N: new deal (solo); B: focus the board; ?: this help",

  coach: "Tip {n} of {of}",
  coachMove: "You can move the outlined cards. Tap one.",
  coachGap: "This gap takes only the {card}: same suit as the card on its left, one higher.",
  coachGapTall: "This gap takes only the {card}: same suit as the card above it, one higher.",
  coachRow: "Each row grows from a 2 at its left end to the king, in one suit. Stuck? Undo, or shuffle.",
  coachColumn: "Each column grows from a 2 at the top to the king, in one suit. Stuck? Undo, or shuffle.",
  coachNext: "Next",
  coachDone: "Got it",
  coachSkip: "Skip the tips",
};
