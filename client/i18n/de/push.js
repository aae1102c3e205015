/** @type {{ [K in keyof typeof import("../en/push.js").default]: string }} */
export default {
  pushHelp: "Auf diesem Gerät, auch wenn die Seite geschlossen ist. Alles ist aus, bis du es einschaltest.",
  push_challenges: "Herausforderungen",
  pushHelp_challenges:
    "Deine Gruppe wird herausgefordert, eine Herausforderung endet bald und du hast noch nicht gespielt, oder eine ist zu Ende.",
  push_starts: "Starts",
  pushHelp_starts:
    "Eine Arena, für die du angemeldet bist, beginnt bald, die nächste Runde deines Pokals beginnt, oder das Rennen, für das du bereit warst, startet ohne dich.",
  push_streak: "Tagesserie",
  pushHelp_streak:
    "Deine Serie endet bald und du hast heute noch nicht gespielt. Höchstens einmal am Tag, nie nachts.",
  pushOn: "Benachrichtigungen sind an.",
  pushTest: "Test senden",
  pushTestSent: "Der Test ist unterwegs.",
  pushOthers: "Deine anderen Geräte",
  pushRemove: "Ausschalten",
  pushDenied:
    "Dein Browser blockiert Benachrichtigungen von dieser Seite. In seinen Einstellungen für diese Seite kannst du sie erlauben.",
  pushNone: "Dieser Server sendet keine Benachrichtigungen.",
  pushImpossible: "Dieser Browser kann hier keine Benachrichtigungen zeigen.",
  pushHomeScreen:
    "Auf iPhone und iPad kommt die Seite zuerst auf den Home-Bildschirm: „Teilen“, dann „Zum Home-Bildschirm“.",
};
