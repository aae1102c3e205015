export default {
  verifiable: "Du kannst es in jedem Replay nachprüfen.",
  drawnBy:
    "Blatt {code}, gezogen von {n} Spieler und dem Server: Keiner konnte es sich aussuchen.|Blatt {code}, gemeinsam gezogen von {n} Spielern: Niemand konnte es sich aussuchen.",
  drawnAlone: "Blatt {code}, vor dem Start vom Server allein gezogen.",
  seedIsIn: "Die Zahl aus deinem Browser steckt darin.",
  seedIsOther: "Deine Zahl darin stammt aus einem anderen Tab oder einem früheren Besuch.",
  chosenByHost:
    "Blatt {code}, in den Einstellungen des Raums gewählt. Jedes Mischen stand vor dem Start fest.",
  chosenCertified:
    "Blatt {code}, gewählt, weil es ohne Mischen zu gewinnen ist. Jedes Mischen stand vor dem Start fest.",
  chosenGhost:
    "Blatt {code}, gewählt, weil du gegen ein Spiel mit diesem Blatt angetreten bist. Jedes Mischen war gleich.",
  chosenDaily: "Blatt {code}, gewählt, weil es das Tagesspiel war. Jedes Mischen stand vor dem Tag fest.",
  dealOf1: "Blatt {code}. Jedes Mischen stand vor dem Start fest.",
  fingerprintHelp:
    "Der Server hat sein Geheimnis festgelegt, das beweist dieser Fingerabdruck. Jetzt gibt der Browser jedes Spielers eine eigene Zufallszahl dazu, und aus allem zusammen wird das Blatt gezogen. So sucht es niemand aus: weder der Server noch der Gastgeber noch ein Spieler.",
  seedsIn: "Bisher ist {n} Zahl da.|Bisher sind {n} Zahlen da.",
};
