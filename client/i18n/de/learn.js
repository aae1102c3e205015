/** @type {{ [K in keyof typeof import("../en/learn.js").default]: string }} */
export default {
  ruleGoal: "Sortiere jede Reihe: eine Farbe, von der 2 bis zum König.",
  ruleGoalTall: "Sortiere jede Spalte: eine Farbe, oben die 2, unten der König.",
  ruleGap: "In eine Lücke passt genau eine Karte: gleiche Farbe wie die Karte links davon, eins höher.",
  ruleGapTall: "In eine Lücke passt genau eine Karte: gleiche Farbe wie die Karte darüber, eins höher.",
  ruleStart: "In eine Lücke am linken Rand passt jede 2.",
  ruleStartTall: "In eine Lücke am oberen Rand passt jede 2.",
  ruleDead: "Eine Lücke hinter einem König oder hinter einer anderen Lücke ist tot: Dort passt nichts hin.",
  ruleShuffle:
    "Eine Folge von der 2 an liegt richtig. Geht nichts mehr? Nimm Züge zurück, so oft du willst, oder misch: Alle anderen Karten werden neu verteilt.",
  ruleTap:
    "Tipp eine umrandete Karte an, um sie zu ziehen. Passt eine 2 in mehrere Lücken, tipp die gewünschte an.",
  moreRules: "Punkte, Varianten, Fairness",

  scoring: "Punkte",
  how4: "1 Punkt für jede Karte, die richtig liegt, −5 für jedes Mischen, +10 für einen Sieg ohne Mischen.",
  howRace: "Rennen",
  how5: "Alle bekommen im selben Moment dasselbe Blatt. Wer zuerst fertig ist, gewinnt. Wird niemand fertig, gewinnt, bei wem die meisten Karten richtig liegen; bei Gleichstand, wer zuerst so weit war. Ein Spiel ohne Zug zählt nicht. Glück haben alle gleich viel: Wer dieselben Karten richtig liegen hat, bekommt beim Mischen dieselbe Verteilung.",
  how6: "Jedes Mischen steht vor dem Start fest. Das Geheimnis dahinter wird nach dem Rennen veröffentlicht, damit alle es nachprüfen können.",
  variants: "Varianten",
  keys: "Tasten",
  keyList:
    "Pfeile, Pos1, Ende: auf dem Spielfeld bewegen; Eingabe: Karte spielen; Esc: abbrechen; Strg+Z, Strg+Y: zurück, vor; S: mischen; H: Tipp; N: neues Spiel (allein); B: zum Spielfeld; M: nächste spielbare Karte; ?: diese Hilfe",

  coach: "Hinweis {n} von {of}",
  coachMove: "Umrandete Karten kannst du ziehen. Tipp eine an.",
  coachGap: "In diese Lücke passt nur {card}: gleiche Farbe wie die Karte links davon, eins höher.",
  coachGapTall: "In diese Lücke passt nur {card}: gleiche Farbe wie die Karte darüber, eins höher.",
  coachRow:
    "Jede Reihe wächst in einer Farbe, von der 2 am linken Rand bis {top}. Geht nichts mehr? Zurücknehmen oder mischen.",
  coachColumn:
    "Jede Spalte wächst in einer Farbe, von der 2 ganz oben bis {top}. Geht nichts mehr? Zurücknehmen oder mischen.",
  toKing: "zum König",
  toRank: "zur {n}",
  coachNext: "Weiter",
  coachDone: "Alles klar",
  coachSkip: "Hinweise überspringen",
};
