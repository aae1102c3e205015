export default {
  s_right_fill: "Lücken lassen sich auch von rechts füllen",
  s_boards_open: "Spieler sehen die Spielfelder der anderen",
  s_hints: "Tipps erlaubt",
  s_locked: "Gesperrt: keine neuen Spieler",
  s_certified: "Geprüfte Blätter",
  ownShuffles: "{n}-mal mischen|{n}-mal mischen",
  ownBestOf:
    "Serie von {n} Rennen: ein Punkt für jeden, der hinter dir liegt. Zu zweit entscheiden {k} Siege",
  ownTeams: "{n} Teams: Es zählt die Summe der besten Punktzahlen",
  s_handicap: "Handicap: Wer schneller ist, startet später (nicht gewertet)",
  limit: "Zeitlimit: {n} Minuten",
  delay: "Zuschauer sehen alles {n} s später",
  ownDeal: "Nächstes Blatt: {code}",
  rules: "Regeln",
};
