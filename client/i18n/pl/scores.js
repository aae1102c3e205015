/** @type {{ [K in keyof typeof import("../en/scores.js").default]: string }} */
export default {
  explainedTitle: "Jak porównujemy gry",
  explained:
    "Twoja gra jest porównywana z każdą inną grą na tym samym rozdaniu, a twój wynik to średnia: +5 znaczy o 5 punktów lepiej niż inni.",
  explainedPicture: "Przykład: wygrana w {time}. Na tle pięciu innych daje to {values}; średnia to {mean}.",
  comparedWon: "★ {time}",
  comparedLost: "karty: {n}",
  comparedMean: "średnia {mean}",
  againstField: "{score} na tle innych",
  playedLike: "Twój poziom w tej grze: {strength}.",
  fieldDifficulty:
    "Trudność dla ludzi: {difficulty} ± {error}, z {n} gry|Trudność dla ludzi: {difficulty} ± {error}, z {n} gier|Trudność dla ludzi: {difficulty} ± {error}, z {n} gier",
  band: "Trudniejsze rozdania",
  bandHelp:
    "Gra dnia jest coraz trudniejsza od poniedziałku do soboty. Tyle z tysiąca losowych rozdań jest trudniejszych. Rozdanie to pierwszy kandydat w tym przedziale.",
  form: "Forma",
  formHelp:
    "Jak dobrze grasz w gry dnia. Wszyscy zaczynają od 1500; gracz z 1600 wygrywa na czas co drugie rozdanie o trudności 1600.",
  formChart:
    "Forma, {name}: {n} gra dnia, ostatnio {strength} ± {error}|Forma, {name}: {n} gry dnia, ostatnio {strength} ± {error}|Forma, {name}: {n} gier dnia, ostatnio {strength} ± {error}",
  formDailies: "Z {n} gry dnia|Z {n} gier dnia|Z {n} gier dnia",
  distribution: "Wyniki gier dnia, w punktach",
  distributionWon: "Wygrane",
  below: "Poniżej {n}",
  accuracy: "Dokładność",
  accuracyGames:
    "na 100, z {n} przeanalizowanej gry|na 100, z {n} przeanalizowanych gier|na 100, z {n} przeanalizowanych gier",
  accuracyText:
    "Ile szansy na wygraną udało się zachować. Szczęście w tasowaniu się nie liczy. Przeanalizuj grę, aby ją dodać.",
  accuracyChart:
    "Dokładność: {n} gra, ostatnio {last}|Dokładność: {n} gry, ostatnio {last}|Dokładność: {n} gier, ostatnio {last}",
};
