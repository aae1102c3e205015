/** @type {{ [K in keyof typeof import("../en/versus.js").default]: string }} */
export default {
  versus: "{one} kontra {other}",
  racesOfBoth: "Wyścigi",
  dailiesOfBoth: "Rozdania dnia",
  noRacesOfBoth: "Nie ma jeszcze wspólnych wyścigów.",
  noDailiesOfBoth: "Nie ma jeszcze wspólnych rozdań dnia.",
  impsHelp:
    "IMP: o ile lepiej gra {name}, wyścig po wyścigu, liczone jak w klubach brydżowych. Powyżej zera znaczy lepiej.",
  playedShort: "Zagrane",
  levelShort: "Remisy",
  impsShort: "IMP",
  lastRaces: "Ostatnie wyścigi",
  wasAhead: "z przodu {name}",
  wereLevel: "Remis",
};
