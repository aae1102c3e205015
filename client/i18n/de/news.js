/** @type {{ [K in keyof typeof import("../en/news.js").default]: string }} */
export default {
  chanceShort: "Sieg",
  winChance: "Gewinnwahrscheinlichkeit {percent} %",
  winProven: "Der Sieg ist bewiesen",
  lossProven: "Verloren, wenn kein Zug zurückgenommen wird",
  leadCurve: "Richtige Karten aller Spieler im Lauf der Zeit",
  whatHappened: "Das ist passiert",
  otherBoards: "Die anderen Spielfelder",
  pageOf: "{n} von {count}",
  previousBoards: "Vorige Spielfelder",
  nextBoards: "Nächste Spielfelder",

  newsLead: "{name} geht in Führung",
  newsLeadBy: "{name} geht in Führung: {card}",
  newsComeback:
    "Aufholjagd! {name} lag {n} Karte zurück und führt|Aufholjagd! {name} lag {n} Karten zurück und führt",
  newsWon: "{name} gewinnt in {time}",
  newsOut: "{name} ist raus, mit {n} richtigen Karte|{name} ist raus, mit {n} richtigen Karten",
  newsRow: "{name} hat eine Reihe fertig|{name} hat {n} Reihen fertig",
  newsOpen: "{name} hat alle vier Reihen begonnen",
  newsFew: "{name} fehlt noch eine Karte|{name} fehlen noch {n} Karten",
  newsStuck: "{name} steckt fest und kann nicht mehr mischen",
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
