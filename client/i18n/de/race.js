/** @type {{ [K in keyof typeof import("../en/race.js").default]: string }} */
export default {
  undone: "Rückgängig gemacht",
  redone: "Wiederhergestellt",
  shufflesLeft: "Mischen, {n} übrig",
  shuffleSure: "{n} Zug ist noch möglich. Trotzdem mischen?|{n} Züge sind noch möglich. Trotzdem mischen?",
  stuckShuffle: "Misch (noch {n}-mal) oder nimm Züge zurück",
  stuckUndo: "Nimm Züge zurück und versuch es anders, oder gib auf",
  youWon: "Gewonnen!",
  itIsOver: "Spiel vorbei",
  othersPlay: "Die anderen spielen noch",
  timeOf: "Zeitlimit {time}",
  timeLeft: "übrig",
  lateStart: "Du startest {n} Sekunde später|Du startest {n} Sekunden später",
  movesWord: "Zug|Züge",
};
