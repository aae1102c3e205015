/** @type {{ [K in keyof typeof import("../en/roles.js").default]: string }} */
export default {
  cohost: "Mitgastgeber",
  sittingOut: "Spielt nicht mit",
  makeCohost: "Zum Mitgastgeber machen",
  dropCohost: "Nicht mehr Mitgastgeber",
  sitOut: "Leiten, ohne mitzuspielen",
  sitOutHelp: "Du leitest den Raum weiter und schaust zu.",
  takeSeat: "Platz nehmen",
  sitsOutHelp: "Du siehst die Rennen wie ein Zuschauer.",
  waitingFor: "Warten auf {names}",
};
