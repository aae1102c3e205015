/** @type {{ [K in keyof typeof import("../en/solver.js").default]: string }} */
export default {
  why_locks: "Dann liegt {card} richtig.",
  why_opens: "Das öffnet die Lücke für {card}.",
  why_keeps_open: "So bleibt {n} Lücke offen.|So bleiben {n} Lücken offen.",
  why_moves: "Etwas Besseres geht nicht.",
  why_shuffle: "Nichts Nützliches geht mehr.",
  why_back: "Nichts geht mehr, auch kein Mischen.",
  why_lost: "Von hier führt kein Weg mehr zum Sieg: geh zurück.",
  winsIn: "Von hier gewinnt {n} Zug ohne Mischen.|Von hier gewinnen {n} Züge ohne Mischen.",

  botHelp: "Ein Bot ist immer bereit, spielt so schnell wie ein Mensch und steht in keiner Bestenliste.",
  bot_1: "nimmt, was gleich gut aussieht",
  bot_2: "schaut ein wenig voraus",
  bot_3: "plant seine Reihen",
  bot_4: "sucht einen Weg zum Sieg",
  bot_5: "sucht am längsten und spielt am schnellsten",
};
