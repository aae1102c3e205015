export default {
  why_locks: "It puts the {card} in place.",
  why_opens: "It opens the gap for the {card}.",
  why_keeps_open: "It keeps {n} gap open.|It keeps {n} gaps open.",
  why_moves: "Nothing better moves.",
  why_shuffle: "Nothing useful moves.",
  why_back: "Nothing moves, and no shuffle is left.",
  why_lost: "No way from here wins any more: go back.",
  winsIn: "From here {n} move wins without a shuffle.|From here {n} moves win without a shuffle.",

  botHelp: "A bot is always ready, plays at a person's pace, and is on no leaderboard.",
  bot_1: "takes what looks best at once",
  bot_2: "looks a little ahead",
  bot_3: "plans its rows",
  bot_4: "searches for a way to win",
  bot_5: "searches longest, and plays fastest",
};
