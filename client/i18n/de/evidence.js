/** @type {{ [K in keyof typeof import("../en/evidence.js").default]: string }} */
export default {
  x_title: "Untersuchung",
  x_help: "Nur aus den Zügen und ihren Zeiten. Ein Hinweis ist ein Grund nachzusehen, kein Urteil.",
  x_clean: "Nichts Auffälliges: So spielt ein Mensch.",
  x_flagged: "Auffällig. Dieses Spiel steht nicht auf der Bestenliste, bis jemand nachgesehen hat.",
  x_cleared: "Jemand hat nachgesehen. Das Spiel zählt.",
  x_leftOut: "Nicht auf der Bestenliste",
  x_leftOutHelp: "Auffällig nach ihrem Protokoll. Sie zählen wieder, sobald jemand nachgesehen hat.",
  x_rule_faster_than_hands: "schneller als Hände",
  x_rule_pauses_too_even: "zu gleichmäßige Pausen",
  x_rule_no_thought: "keine Zeit zum Nachdenken",
  x_rule_same_line: "wie ein früheres Spiel oder eine Lösung",
  x_faster_than_hands: "{moves} Züge in Folge dauerten {ms}: schneller als Hände.",
  x_pauses_too_even:
    "Vier von fünf Pausen zwischen {moves} Zügen liegen zwischen {low_ms} und {high_ms}: zu gleichmäßig für einen Menschen.",
  x_no_thought:
    "{moves} Züge in Folge brachten {gained} Karten an ihren Platz, mit {choices} freien Entscheidungen und keiner Pause über {longest_ms}: keine Zeit zum Nachdenken.",
  x_same_line:
    "{same} von {boards} Stellungen, nach {choices} freien Entscheidungen, gleichen einem Spiel oder einer Lösung, die es schon gab.",
};
