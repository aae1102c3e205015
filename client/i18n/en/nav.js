export default {
  pages: "Pages",
  n_play: "Play",
  n_daily: "Daily",
  n_race: "Race",
  n_boards: "Leaderboards",
  n_you: "You",
};
