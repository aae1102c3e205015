/** @type {{ [K in keyof typeof import("../en/variants.js").default]: string }} */
export default {
  vh_addiction: "3 tasowania, w każdej chwili",
  vh_gaps: "2 tasowania, tylko przy braku ruchów; luki trafiają tuż za ciągi",
  vh_montana: "Jak Gaps, ale dwójki są od razu na miejscu",
  vh_spaces: "2 tasowania, tylko przy braku ruchów; od nowa rozdawane są wszystkie karty",
  vh_paganini: "3 tasowania, tylko przy braku ruchów; zostają tylko pełne rzędy",
  vh_strict: "Bez tasowań",
  vh_mini: "Tylko karty od 2 do 7, 1 tasowanie. Minuta lub dwie",
};
