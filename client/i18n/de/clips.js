/** @type {{ [K in keyof typeof import("../en/clips.js").default]: string }} */
export default {
  clipPlayers: "Spieler, bis zu vier",
  clipFrom: "Von",
  clipTo: "Bis",
  clipLength: "Länge",
  clipSeconds: "Höchstens {n} Sekunden",
  clipRecording: "Aufnahme: noch {n} Sekunde|Aufnahme: noch {n} Sekunden",
  clipNoVideo: "Dieser Browser kann diesen Clip nicht aufnehmen.",
  clipPace: "Dauert {n} Sekunde|Dauert {n} Sekunden",
  clipFaster: "Dauert {n} Sekunde, {speed}-mal so schnell|Dauert {n} Sekunden, {speed}-mal so schnell",
  clipMake: "Erstellen",
  clipReady: "Fertig: {size} kB",
  clipSave: "Speichern",
};
