export default {
  x_title: "Examination",
  x_help: "From the moves and their times alone. A flag is a reason to look, not a verdict.",
  x_clean: "Nothing unusual: this looks like a person's play.",
  x_flagged: "Flagged. This game is left out of the rankings until somebody has looked at it.",
  x_cleared: "Somebody has looked at this. The game counts.",
  x_leftOut: "Left out of the rankings",
  x_leftOutHelp: "Flagged by what their records show. They count again once somebody has looked at them.",
  x_rule_faster_than_hands: "faster than hands",
  x_rule_pauses_too_even: "pauses too even",
  x_rule_no_thought: "no time to think",
  x_rule_same_line: "same as an earlier game or a solution",
  x_faster_than_hands: "{moves} moves in a row took {ms}: faster than hands.",
  x_pauses_too_even:
    "Four of five pauses between {moves} moves lie between {low_ms} and {high_ms}: too even for a person.",
  x_no_thought:
    "{moves} moves in a row put {gained} cards in place, with {choices} free choices and no pause longer than {longest_ms}: no time to think.",
  x_same_line:
    "{same} of its {boards} boards, after {choices} free choices, match an earlier game or a known solution.",
};
