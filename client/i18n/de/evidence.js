/** @type {{ [K in keyof typeof import("../en/evidence.js").default]: string }} */
export default {
  x_title: "Untersuchung",
  x_help: "Nur anhand der Züge und ihrer Zeiten. Ein Hinweis ist ein Grund nachzusehen, kein Urteil.",
  x_clean: "Nichts Auffälliges: So spielt ein Mensch.",
  x_flagged: "Auffällig. Dieses Spiel steht nicht auf der Bestenliste, bis die Moderation es geprüft hat.",
  x_cleared: "Die Moderation hat dieses Spiel geprüft. Es zählt.",
  x_leftOut: "Nicht auf der Bestenliste",
  x_leftOutHelp:
    "Bei der automatischen Prüfung aufgefallen. Sie zählen wieder, sobald die Moderation sie freigibt.",
  x_rule_faster_than_hands: "zu schnell",
  x_rule_pauses_too_even: "zu gleichmäßige Pausen",
  x_rule_no_thought: "keine Zeit zum Nachdenken",
  x_rule_same_line: "wie ein früheres Spiel oder eine Lösung",
  x_faster_than_hands: "{moves} Züge in Folge dauerten {ms}: zu schnell für einen Menschen.",
  x_pauses_too_even:
    "Vier von fünf Pausen zwischen {moves} Zügen liegen zwischen {low_ms} und {high_ms}: zu gleichmäßig für einen Menschen.",
  x_no_thought:
    "{moves} Züge in Folge brachten {gained} Karten an ihren Platz, mit {choices} freien Entscheidungen und keiner Pause über {longest_ms}: keine Zeit zum Nachdenken.",
  x_same_line:
    "{same} von {boards} Stellungen, nach {choices} freien Entscheidungen, gleichen einem Spiel oder einer Lösung, die es schon gab.",
};
