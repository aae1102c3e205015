/** @type {typeof import("../en/account.js").default} */
export default {
  sessionsTitle: "Wo du angemeldet bist",
  thisDevice: "Dieser Browser",
  seenAt: "zuletzt gesehen {time}",
  unknownDevice: "Unbekanntes Gerät",
  endSession: "Abmelden",
  tokenTitle: "Ein Token für ein Programm",
  tokenHelp:
    "Damit meldet sich ein Bot oder anderes Programm an. Dein Konto kann es nicht ändern, und oben kannst du es abmelden.",
  tokenName: "Name des Programms",
  tokenScope: "Es darf",
  tokenPlays: "spielen und lesen",
  tokenReads: "nur lesen",
  tokenMake: "Token erstellen",
  tokenMade: "Kopiere es jetzt: Es wird nicht noch einmal angezeigt.",
  blockedPlayers: "Blockierte Spieler",
  nobodyBlocked: "Du hast niemanden blockiert.",
  decided: "Die Moderation hat über etwas entschieden, das dich betrifft.",
  readIt: "Lesen",
  yourGroups: "Deine Gruppen",
  fromModerators: "Von der Moderation",
  currentCode: "Dein bisheriger Code",
  replaceCode: "Ersetzen",
  lostCode: "Ich habe meinen Code verloren",
  lostCodeHelp:
    "Ohne den bisherigen Code gilt ein neuer erst nach einer Woche. Bis dahin kannst du ihn auf jedem deiner Geräte zurückziehen.",
  codeWaits: "Ab {date} gilt ein neuer Wiederherstellungscode. Bis dahin gilt der bisherige.",
  firstCodeWaits:
    "Mit diesem Code kannst du dich sofort anmelden. Ab {date} meldet er dabei alle anderen Geräte ab.",
  withdrawCode: "Code zurückziehen",
  codeWithdrawn: "Der Code wurde zurückgezogen.",
  signOutAll: "Andere Geräte abmelden",
  signOutHelp:
    "Alle anderen Browser und Programme brauchen dann deinen Wiederherstellungscode, um sich wieder anzumelden. Dieser Browser bleibt angemeldet.",
  signedOutAll: "Alle anderen Geräte sind abgemeldet.",
  codeRequested:
    "Jemand hat einen neuen Wiederherstellungscode für dein Konto angefordert. Er gilt ab {date}.",
  wasMe: "Das war ich",
  signedOut: "Du wurdest von „{name}“ abgemeldet. Mit deinem Wiederherstellungscode kommst du zurück.",
  stayGuest: "Als Gast weiterspielen",
  signInAgain: "Code eingeben",
  readOnly: "Wartung: Du kannst dich umsehen und Wiederholungen ansehen. Gespielt wird später wieder.",
};
