export default {
  toTeam: "{name}: {team}. Wechsel zu {next}",
  balanceTeams: "Teams ausgleichen",
  teams: "Teams",
  teamHead: "Team",
  teamSum: "Summe",
  teamCounted: "Gezählt",
  teamHelp: "Von jedem Team zählt die beste Punktzahl.|Von jedem Team zählen die besten {n} Punktzahlen.",
  teamPoints: "Punkte",
  teamWins: "Siege",
};
