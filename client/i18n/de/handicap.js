/** @type {{ [K in keyof typeof import("../en/handicap.js").default]: string }} */
export default {
  startsLater: "{name} startet {n} Sekunde später|{name} startet {n} Sekunden später",
  startTogether: "Handicap: Ihr startet alle zusammen. Nach jedem Rennen starten die Schnelleren später.",
  startedLater: "{name} ist {n} Sekunde später gestartet.|{name} ist {n} Sekunden später gestartet.",
  oneClock: "Alle Zeiten zählen ab dem Start des Rennens.",
};
