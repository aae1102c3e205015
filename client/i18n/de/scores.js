/** @type {{ [K in keyof typeof import("../en/scores.js").default]: string }} */
export default {
  explainedTitle: "So werden Spiele verglichen",
  explained:
    "Dein Spiel wird mit jedem anderen auf demselben Blatt verglichen, und dein Ergebnis ist der Schnitt: +5 heißt, 5 Punkte besser als die anderen.",
  explainedPicture:
    "Beispiel: Du hast in {time} gewonnen. Gegen fünf andere ergibt das {values}; der Schnitt ist {mean}.",
  comparedWon: "★ {time}",
  comparedLost: "{n} Karten",
  comparedMean: "Schnitt {mean}",
  againstField: "{score} gegen das Feld",
  playedLike: "Deine Spielstärke hier: {strength}.",
  fieldDifficulty:
    "Schwierigkeit für Menschen: {difficulty} ± {error}, aus {n} Spiel|Schwierigkeit für Menschen: {difficulty} ± {error}, aus {n} Spielen",
  band: "Schwerere Blätter",
  bandHelp:
    "Das Tagesspiel wird von Montag bis Samstag schwerer: So viele von tausend zufälligen Blättern sind schwerer. Genommen wird der erste Kandidat in diesem Bereich.",
  form: "Form",
  formHelp:
    "Wie stark du Tagesspiele spielst: Bei 1500 fangen alle an, und wer 1600 hat, gewinnt ein Blatt der Schwierigkeit 1600 jedes zweite Mal rechtzeitig.",
  formChart:
    "Form, {name}: {n} Tagesspiel, zuletzt {strength} ± {error}|Form, {name}: {n} Tagesspiele, zuletzt {strength} ± {error}",
  formDailies: "Aus {n} Tagesspiel|Aus {n} Tagesspielen",
  distribution: "Tagesspiele nach Punkten",
  distributionWon: "Gewonnen",
  below: "Unter {n}",
  accuracy: "Genauigkeit",
  accuracyGames: "von 100 in {n} analysierten Spiel|von 100 in {n} analysierten Spielen",
  accuracyText:
    "Wie viel von der Siegchance erhalten blieb. Glück beim Mischen zählt nicht. Analysiere ein Spiel, damit es dazukommt.",
  accuracyChart: "Genauigkeit: {n} Spiel, zuletzt {last}|Genauigkeit: {n} Spiele, zuletzt {last}",
};
