/** @type {{ [K in keyof typeof import("../en/practice.js").default]: string }} */
export default {
  practiceTitle: "Ćwiczenia",
  practiceRules: "Zasady",
  practiceHelp: "Tylko w tej przeglądarce, także offline. Wyniki się nie liczą.",
  youAreOffline: "Jesteś offline. Możesz za to poćwiczyć.",
  practiceBack: "Spróbuj otworzyć tamtą stronę",
  practiceNewSure: "Porzucić to rozdanie i zacząć nowe?",
};
