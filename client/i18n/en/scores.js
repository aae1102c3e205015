export default {
  explainedTitle: "How games are compared",
  explained:
    "Your game is compared with every other game on the same deal, and your score is the average: +5 means 5 points better than the others.",
  explainedPicture:
    "Example: you won in {time}. Against five others that makes {values}; the average is {mean}.",
  comparedWon: "★ {time}",
  comparedLost: "{n} cards",
  comparedMean: "average {mean}",
  againstField: "{score} against the field",
  playedLike: "Your level in this game: {strength}.",
  fieldDifficulty:
    "Difficulty for people: {difficulty} ± {error}, from {n} game|Difficulty for people: {difficulty} ± {error}, from {n} games",
  band: "Harder deals",
  bandHelp:
    "The daily gets harder from Monday to Saturday. This is how many of a thousand random deals are harder. The deal is the first candidate in this band.",
  form: "Form",
  formHelp:
    "How well you play dailies. Everyone starts at 1500; a player with 1600 wins every other deal of difficulty 1600 in time.",
  formChart:
    "Form, {name}: {n} daily, last {strength} ± {error}|Form, {name}: {n} dailies, last {strength} ± {error}",
  formDailies: "From {n} daily|From {n} dailies",
  distribution: "Daily results, in points",
  distributionWon: "Won",
  below: "Below {n}",
  accuracy: "Accuracy",
  accuracyGames: "out of 100, over {n} analysed game|out of 100, over {n} analysed games",
  accuracyText:
    "How much of the chance to win was kept. Shuffle luck doesn't count. Analyse a game to add it.",
  accuracyChart: "Accuracy: {n} game, last {last}|Accuracy: {n} games, last {last}",
};
