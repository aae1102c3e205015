export default {
  s_right_fill: "Gaps can also be filled from the right",
  s_boards_open: "Players see each other's boards",
  s_hints: "Hints allowed",
  s_locked: "Locked: no new players",
  s_certified: "Certified deals",
  ownShuffles: "{n} shuffle|{n} shuffles",
  ownBestOf: "Best of {n}: one point for every rival you beat. Between two, {k} wins decide it",
  ownTeams: "{n} teams: the sum of the best scores counts",
  limit: "Time limit: {n} minutes",
  delay: "Spectator delay: {n} s",
  ownDeal: "Next deal: {code}",
  rules: "Rules",
};
