export default {
  teamName: "Team {name}",
  teamNames: "Rot Blau Grün Gold",
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
