/** @type {{ [K in keyof typeof import("../en/news.js").default]: string }} */
export default {
  chanceShort: "Sieg",
  winChance: "Gewinnwahrscheinlichkeit {percent} %",
  winProven: "Der Sieg ist bewiesen",
  lossProven: "Verloren, wenn kein Zug zurückgenommen wird",
  leadCurve: "Karten am Platz aller Spieler im Lauf der Zeit",
  whatHappened: "Was geschah",
  otherBoards: "Die anderen Bretter",
  pageOf: "{n} von {count}",
  previousBoards: "Vorige Bretter",
  nextBoards: "Nächste Bretter",

  newsLead: "{name} geht in Führung",
  newsLeadBy: "{name} geht in Führung: {card}",
  newsComeback:
    "Aufholjagd! {name} lag {n} Karte zurück und führt|Aufholjagd! {name} lag {n} Karten zurück und führt",
  newsWon: "{name} gewinnt in {time}",
  newsOut: "{name} ist raus mit {n} Karte am Platz|{name} ist raus mit {n} Karten am Platz",
  newsRow: "{name} vollendet eine Reihe|{name} hat {n} vollständige Reihen",
  newsOpen: "{name}: alle vier Reihen sind offen",
  newsFew: "{name} fehlt noch eine Karte|{name} fehlen noch {n} Karten",
  newsStuck: "{name} steckt fest und hat keine Mischung mehr",
  newsShuffle: "{name} mischt zum ersten Mal|{name} mischt zum {n}. Mal",
  newsMinute: "Noch eine Minute",
  momentWon: "gewinnt in {time}",
  momentComeback:
    "Aufholjagd! Von {n} Karte Rückstand in Führung|Aufholjagd! Von {n} Karten Rückstand in Führung",
  soFarLevel: "Bisher führt niemand.",
  soFarAhead: "Bisher führt {name}.",
  soFarSince: "Bisher: {name} führt seit {time}.",
  soFarChanges: "Die Führung hat {n}-mal gewechselt.|Die Führung hat {n}-mal gewechselt.",
};
