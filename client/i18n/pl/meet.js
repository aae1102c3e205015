/** @type {{ [K in keyof typeof import("../en/meet.js").default]: string }} */
export default {
  meetTitle: "Ścigaj się z innymi",
  raceNowHelp: "Czworo graczy, jedno rozdanie. Start za dziesięć sekund; wolne miejsca zajmą boty.",
  raceHelp: "Własny pokój: wyślij link, grajcie do dwóch wygranych.",
  groupsTitle: "Grupy",
  groupsHelp: "Stały pokój i klasyfikacja dnia dla znajomych, rodziny lub biura.",
  createRoom: "Otwórz pokój",
  ownRules: "Nowy pokój z własnymi zasadami",
  join: "Dołącz do pokoju",
  codeOrLink: "Kod pokoju lub link",
  joinNow: "Dołącz",
  watch: "Obejrzyj wyścig",
  watchTv: "Oglądaj TV: najlepszy wyścig teraz",
  nothingToWatch: "Nie ma teraz publicznych wyścigów.",
  racing: "trwa wyścig",
};
