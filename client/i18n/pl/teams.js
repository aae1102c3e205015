/** @type {{ [K in keyof typeof import("../en/teams.js").default]: string }} */
export default {
  teamName: "Drużyna: {name}",
  teamNames: "Czerwoni Niebiescy Zieloni Złoci",
  toTeam: "{name}: {team}. Zmień na: {next}",
  balanceTeams: "Wyrównaj drużyny",
  teams: "Drużyny",
  teamHead: "Drużyna",
  teamSum: "Suma",
  teamCounted: "Liczy się",
  teamHelp:
    "Liczy się najlepszy wynik każdej drużyny.|Liczą się {n} najlepsze wyniki każdej drużyny.|Liczy się {n} najlepszych wyników każdej drużyny.",
  teamPoints: "Punkty",
  teamWins: "Wygrane",
};
