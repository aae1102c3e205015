/** @type {{ [K in keyof typeof import("../en/finding.js").default]: string }} */
export default {
  finding: "Suche Mitspieler",
  findingTitle: "Sofort-Rennen: {variant}",
  findingHelp:
    "Das Rennen beginnt, sobald vier da sind. In {n} Sekunde übernehmen Bots die freien Plätze.|Das Rennen beginnt, sobald vier da sind. In {n} Sekunden übernehmen Bots die freien Plätze.",
  findingEnd: "Bots übernehmen die freien Plätze. Mach dich bereit!",
  freeSeat: "Freier Platz",
  leaveQueue: "Abbrechen",
};
