export default {
  x_title: "Examination",
  x_help: "Based only on the moves and their times. A flag is a reason to look, not a verdict.",
  x_clean: "Nothing unusual: this looks like a person's play.",
  x_flagged: "Flagged. This game stays out of the rankings until a moderator has reviewed it.",
  x_cleared: "A moderator has reviewed this game. It counts.",
  x_leftOut: "Left out of the rankings",
  x_leftOutHelp: "Flagged by an automatic check. They count again once a moderator clears them.",
  x_rule_faster_than_hands: "too fast",
  x_rule_pauses_too_even: "pauses too even",
  x_rule_no_thought: "no time to think",
  x_rule_same_line: "same as an earlier game or a solution",
  x_faster_than_hands: "{moves} moves in a row took {ms}: too fast for a person.",
  x_pauses_too_even:
    "Four of five pauses between {moves} moves lie between {low_ms} and {high_ms}: too even for a person.",
  x_no_thought:
    "{moves} moves in a row put {gained} cards in place, with {choices} free choices and no pause longer than {longest_ms}: no time to think.",
  x_same_line:
    "{same} of its {boards} boards, after {choices} free choices, match an earlier game or a known solution.",
};
