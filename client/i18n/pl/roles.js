/** @type {{ [K in keyof typeof import("../en/roles.js").default]: string }} */
export default {
  cohost: "Współgospodarz",
  sittingOut: "Nie gra",
  makeCohost: "Mianuj współgospodarzem",
  dropCohost: "Odbierz rolę współgospodarza",
  sitOut: "Prowadź bez gry",
  sitOutHelp: "Nadal jesteś gospodarzem i oglądasz.",
  takeSeat: "Zajmij miejsce",
  sitsOutHelp: "Oglądasz wyścigi jak widz.",
  waitingFor: "Czekamy na: {names}",
};
