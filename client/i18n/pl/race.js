/** @type {{ [K in keyof typeof import("../en/race.js").default]: string }} */
export default {
  undone: "Cofnięto",
  redone: "Ponowiono",
  shufflesLeft: "Tasuj, {n} do użycia",
  shuffleSure:
    "Możliwy jest jeszcze {n} ruch. Mimo to tasować?|Możliwe są jeszcze {n} ruchy. Mimo to tasować?|Możliwych jest jeszcze {n} ruchów. Mimo to tasować?",
  stuckShuffle: "Tasuj (zostało {n}) albo cofnij",
  stuckUndo: "Cofnij i spróbuj inaczej albo się poddaj",
  youWon: "Wygrana!",
  itIsOver: "Koniec gry",
  othersPlay: "Inni jeszcze grają",
  timeOf: "Limit czasu {time}",
  timeLeft: "do końca",
  lateStart: "Startujesz {n} sekundę później|Startujesz {n} sekundy później|Startujesz {n} sekund później",
  movesWord: "ruch|ruchy|ruchów",
};
