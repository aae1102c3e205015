/** @type {{ [K in keyof typeof import("../en/versus.js").default]: string }} */
export default {
  versus: "{one} gegen {other}",
  racesOfBoth: "Rennen",
  dailiesOfBoth: "Tagesspiele",
  noRacesOfBoth: "Noch keine Rennen gegeneinander.",
  noDailiesOfBoth: "Noch kein gemeinsames Tagesspiel.",
  impsHelp: "IMPs: um wie viel {name} pro Rennen im Schnitt besser war, gezählt wie im Bridge.",
  playedShort: "Gespielt",
  levelShort: "Gleich",
  impsShort: "IMPs",
  lastRaces: "Die letzten Rennen",
  wasAhead: "{name} lag vorn",
  wereLevel: "Gleichstand",
};
