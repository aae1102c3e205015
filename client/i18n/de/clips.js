/** @type {{ [K in keyof typeof import("../en/clips.js").default]: string }} */
export default {
  clipPlayers: "Spieler, bis zu vier",
  clipFrom: "Von",
  clipTo: "Bis",
  clipLength: "Länge",
  clipSeconds: "Höchstens {n} Sekunden",
  clipFormat: "Datei",
  clipGif: "GIF, für jeden Chat",
  clipWebp: "WebP, halb so groß",
  clipPace: "Dauert {n} Sekunde|Dauert {n} Sekunden",
  clipFaster: "Dauert {n} Sekunde, {speed}-mal so schnell|Dauert {n} Sekunden, {speed}-mal so schnell",
  clipMake: "Erstellen",
  clipWait: "Einen Moment …",
  clipReady: "Fertig: {size} kB",
  clipShown: "Der Clip",
  clipSave: "Speichern",
};
