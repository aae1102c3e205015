/** @type {{ [K in keyof typeof import("../en/news.js").default]: string }} */
export default {
  chanceShort: "Szansa",
  winChance: "Szansa na wygraną {percent}%",
  winProven: "Wygrana jest udowodniona",
  lossProven: "Przegrana, chyba że cofnie ruch",
  whyFew: "została {n} karta|zostały {n} karty|zostało {n} kart",
  whySwing: "szanse się zmieniły",
  whyChase: "tuż za liderem",
  leadCurve: "Karty na miejscu u wszystkich graczy w czasie",
  whatHappened: "Co się stało",
  otherBoards: "Inne plansze",
  pageOf: "{n} z {count}",
  previousBoards: "Poprzednie plansze",
  nextBoards: "Następne plansze",
  newsLead: "{name} wychodzi na prowadzenie",
  newsLeadBy: "{name} wychodzi na prowadzenie kartą {card}",
  newsComeback:
    "Powrót! {name} odrabia {n} kartę i prowadzi|Powrót! {name} odrabia {n} karty i prowadzi|Powrót! {name} odrabia {n} kart i prowadzi",
  newsWon: "{name} wygrywa w {time}",
  newsOut:
    "{name} odpada: {n} karta na miejscu|{name} odpada: {n} karty na miejscu|{name} odpada: {n} kart na miejscu",
  newsRow: "{name} kończy rząd|{name} ma {n} gotowe rzędy|{name} ma {n} gotowych rzędów",
  newsOpen: "{name} ma początek wszystkich czterech rzędów",
  newsFew:
    "{name} potrzebuje jeszcze jednej karty|{name} potrzebuje jeszcze {n} kart|{name} potrzebuje jeszcze {n} kart",
  newsStuck: "{name}: brak ruchów i tasowań",
  newsUnwinnable: "{name} nie wygra już bez tasowania, gra dalej",
  newsLost: "{name} nie wygra już bez cofania, gra dalej",
  newsShuffle: "{name} tasuje pierwszy raz|{name} tasuje {n}. raz|{name} tasuje {n}. raz",
  newsMinute: "Została minuta",
  momentWon: "wygrywa w {time}",
  momentComeback:
    "Powrót! {n} karta straty i prowadzenie|Powrót! {n} karty straty i prowadzenie|Powrót! {n} kart straty i prowadzenie",
  soFarLevel: "Na razie nikt nie prowadzi.",
  soFarAhead: "Na razie prowadzi {name}.",
  soFarSince: "Od {time} prowadzi {name}.",
  soFarChanges:
    "Prowadzenie zmieniło się {n} raz.|Prowadzenie zmieniło się {n} razy.|Prowadzenie zmieniło się {n} razy.",
};
