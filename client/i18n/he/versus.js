/** @type {{ [K in keyof typeof import("../en/versus.js").default]: string }} */
export default {
  versus: "{one} מול {other}",
  racesOfBoth: "מרוצים",
  dailiesOfBoth: "חלוקות יומיות",
  noRacesOfBoth: "אין עדיין מרוצים זה מול זה.",
  noDailiesOfBoth: "אין עדיין חלוקות יומיות משותפות.",
  impsHelp: "IMP: היתרון הממוצע של {name} למרוץ, כפי שסופרים בברידג׳.",
  playedShort: "שוחקו",
  levelShort: "תיקו",
  impsShort: "IMP",
  lastRaces: "המרוצים האחרונים",
  wasAhead: "יתרון ל־{name}",
  wereLevel: "תיקו",
};
