export default {
  teamName: "{name} team",
  teamNames: "Red Blue Green Gold",
  toTeam: "{name}: {team}. Move to {next}",
  balanceTeams: "Balance the teams",
  teams: "Teams",
  teamHead: "Team",
  teamSum: "Sum",
  teamCounted: "Counted",
  teamHelp: "The best score of each team counts.|The best {n} scores of each team count.",
  teamPoints: "Points",
  teamWins: "Wins",
};
