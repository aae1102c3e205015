export default {
  undone: "Undone",
  redone: "Redone",
  shufflesLeft: "Shuffle, {n} left",
  shuffleSure: "{n} move is still possible. Shuffle anyway?|{n} moves are still possible. Shuffle anyway?",
  stuckShuffle: "Shuffle ({n} left) or undo",
  stuckUndo: "Undo and try another way, or give up",
  youWon: "You won!",
  itIsOver: "Game over",
  othersPlay: "Others are still playing",
  timeOf: "Time limit {time}",
  lateStart: "You start {n} second later|You start {n} seconds later",
  movesWord: "move|moves",
};
