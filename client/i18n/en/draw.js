export default {
  verifiable: "You can verify it in each replay.",
  drawnBy:
    "Deal {code}, drawn by {n} player and the server together: neither could choose it.|Deal {code}, drawn together by {n} players: nobody could choose it.",
  drawnAlone: "Deal {code}, drawn by the server alone, before the start.",
  seedIsIn: "Your browser's number is part of it.",
  seedIsOther: "Your number in it came from another tab or an earlier visit.",
  chosenByHost: "Deal {code}, chosen in the room's settings. Every shuffle was fixed before the start.",
  chosenCertified:
    "Deal {code}, chosen because it can be won without a shuffle. Every shuffle was fixed before the start.",
  chosenGhost: "Deal {code}, chosen because you raced a game on it. Every shuffle was the same.",
  chosenDaily: "Deal {code}, chosen because it was the daily. Every shuffle was fixed before its day.",
  dealOf1: "Deal {code}. Every shuffle was fixed before the start.",
  fingerprintHelp:
    "The server has fixed its secret: this fingerprint proves it. Now every player's browser adds a random number of its own, and the deal is drawn from all of them. So nobody can choose it: neither the server, nor the host, nor a player.",
  seedsIn: "{n} player has added a number so far.|{n} players have added a number so far.",
};
