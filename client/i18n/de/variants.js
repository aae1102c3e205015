/** @type {{ [K in keyof typeof import("../en/variants.js").default]: string }} */
export default {
  vh_addiction: "3-mal mischen, jederzeit",
  vh_gaps: "2-mal mischen, nur wenn nichts mehr geht; die Lücken kommen hinter die fertigen Folgen",
  vh_montana: "Wie Gaps, aber die Zweien liegen schon richtig",
  vh_spaces: "2-mal mischen, nur wenn nichts mehr geht; alle Karten werden neu verteilt",
  vh_paganini: "3-mal mischen, nur wenn nichts mehr geht; nur fertige Reihen bleiben liegen",
  vh_strict: "Ganz ohne Mischen",
  vh_mini: "Nur Karten von 2 bis 7, 1-mal mischen. Ein bis zwei Minuten",
};
