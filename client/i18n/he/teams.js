/** @type {{ [K in keyof typeof import("../en/teams.js").default]: string }} */
export default {
  teamName: "הקבוצה ה{name}",
  teamNames: "אדומה כחולה ירוקה זהובה",
  toTeam: "{name}: {team}. מעבר אל {next}",
  balanceTeams: "איזון הקבוצות",
  teams: "קבוצות במרוץ",
  teamHead: "קבוצה",
  teamSum: "סכום",
  teamCounted: "נחשב",
  teamHelp:
    "התוצאה הטובה של כל קבוצה נחשבת.|{n} התוצאות הטובות של כל קבוצה נחשבות.|{n} התוצאות הטובות של כל קבוצה נחשבות.",
  teamPoints: "נקודות",
  teamWins: "ניצחונות",
};
