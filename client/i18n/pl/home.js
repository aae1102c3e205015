/** @type {{ [K in keyof typeof import("../en/home.js").default]: string }} */
export default {
  slogan: "Te same karty. Ta sama chwila. Start!",
  lead: "Addiction Solitaire jako wyścig: ułóż cztery kolory szybciej niż znajomi.",
  playNow: "Zagraj",
  continueGame: "Wróć do gry: {game}",
  rejoinRace: "Wróć do wyścigu: {names}",
  backToOthers: "Wróć do pokoju: {names}",
  backToRoom: "Wróć do swojego pokoju",
  imprint: "Nota prawna",
  privacy: "Prywatność",
  puzzlesWay: "Zadania",
  puzzlesHelp: "Znajdź jedyny ruch, który jeszcze wygrywa",
  tryBoard: "Plansza na próbę",
  tryRule:
    "Do luki pasuje jedna karta: tego samego koloru co karta po jej lewej, o jeden wyższa. Dotknij karty z obwódką.",
  tryRuleTall:
    "Do luki pasuje jedna karta: tego samego koloru co karta nad nią, o jeden wyższa. Dotknij karty z obwódką.",
  tryOpened: "Teraz jest luka na kartę {card}.",
  tryRow: "Ten rząd jest gotowy. Która luka następna?",
  tryRowTall: "Ta kolumna jest gotowa. Która luka następna?",
  trySolved: "Ułożone! Prawdziwa gra kończy się na królu i toczy się na czas.",
};
