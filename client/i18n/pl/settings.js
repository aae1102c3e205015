/** @type {{ [K in keyof typeof import("../en/settings.js").default]: string }} */
export default {
  s_right_fill: "Luki można wypełniać też od prawej",
  s_boards_open: "Gracze widzą plansze innych",
  s_hints: "Wskazówki dozwolone",
  s_locked: "Na klucz: bez nowych graczy",
  s_certified: "Sprawdzone rozdania",
  ownShuffles: "{n} tasowanie|{n} tasowania|{n} tasowań",
  ownBestOf:
    "Najwyżej {n} wyścig: punkt za każdego pokonanego rywala. We dwoje rozstrzygają wygrane: {k}|Najwyżej {n} wyścigi: punkt za każdego pokonanego rywala. We dwoje rozstrzygają wygrane: {k}|Najwyżej {n} wyścigów: punkt za każdego pokonanego rywala. We dwoje rozstrzygają wygrane: {k}",
  ownTeams: "Drużyny: {n}. Liczy się suma najlepszych wyników",
  s_handicap: "Handicap: szybsi startują później (bez rankingu)",
  limit: "Limit czasu: {n} min",
  delay: "Opóźnienie dla widzów: {n} s",
  ownDeal: "Następne rozdanie: {code}",
  rules: "Zasady",
};
