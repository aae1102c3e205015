/** @type {{ [K in keyof typeof import("../en/audience.js").default]: string }} */
export default {
  audienceHelp: "Spieler sehen diesen Chat erst nach dem Ende ihres eigenen Spiels.",
  audienceEmpty: "Das Publikum ist noch still.",
  audienceSay: "Ans Publikum schreiben",
  audienceIsOff: "Der Gastgeber hat den Publikums-Chat abgeschaltet.",
  audienceIsSlow: "Langsamer Modus: eine Nachricht alle 30 Sekunden.",
  readAloud: "Neue Nachrichten vorlesen",
  closeAudience: "Publikum schließen",

  playAlong: "Mitspielen",
  playAlongHelp: "Dasselbe Blatt, nur für dich: Nichts wird gewertet, und das Mischen bleibt geheim.",
  playAlongPlace:
    "{n} Karte liegt richtig: Das wäre jetzt Platz {place}|{n} Karten liegen richtig: Das wäre jetzt Platz {place}",
  startOver: "Von vorn",

  react: "Reagieren",
  r_clap: "Applaus",
  r_heart: "Toll",
  r_wow: "Wow",
  r_laugh: "Haha",
  r_fire: "Heiß",

  whoWins: "Wer gewinnt?",
  whoWinsNext: "Wer gewinnt das nächste Rennen?",
  predictHelp: "Je früher und mutiger dein Tipp, desto mehr Punkte bringt er.",
  predictionsClosed: "Jetzt sind keine Tipps mehr möglich.",
  worthPoints: "{n} Punkt, wenn es stimmt|{n} Punkte, wenn es stimmt",
  pickOf: "{name} {n} Tipp|{name} {n} Tipps",
  bestGuessers: "Beste Tipper",
  guesserPoints: "{n} Punkt|{n} Punkte",
};
