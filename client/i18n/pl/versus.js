/** @type {{ [K in keyof typeof import("../en/versus.js").default]: string }} */
export default {
  versus: "{one} kontra {other}",
  racesOfBoth: "Wyścigi",
  dailiesOfBoth: "Gry dnia",
  noRacesOfBoth: "Nie ma jeszcze wspólnych wyścigów.",
  noDailiesOfBoth: "Nie ma jeszcze wspólnych gier dnia.",
  impsHelp: "IMP: o ile lepiej gra {name}, średnio na wyścig, liczone jak w brydżu.",
  playedShort: "Zagrane",
  levelShort: "Remisy",
  impsShort: "IMP",
  lastRaces: "Ostatnie wyścigi",
  wasAhead: "z przodu {name}",
  wereLevel: "Remis",
};
