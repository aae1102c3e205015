/** @type {{ [K in keyof typeof import("../en/draw.js").default]: string }} */
export default {
  verifiable: "Możesz to sprawdzić w każdej powtórce.",
  drawnBy:
    "Rozdanie {code} wylosowali razem {n} gracz i serwer: żadne nie mogło go wybrać.|Rozdanie {code} wylosowali razem {n} gracze: nikt nie mógł go wybrać.|Rozdanie {code} wylosowało razem {n} graczy: nikt nie mógł go wybrać.",
  drawnAlone: "Rozdanie {code} wylosował sam serwer, przed startem.",
  seedIsIn: "Jest w nim liczba z twojej przeglądarki.",
  seedIsOther: "Twoja liczba pochodzi z innej karty przeglądarki albo z wcześniejszej wizyty.",
  chosenByHost: "Rozdanie {code} wybrano w ustawieniach pokoju. Wszystkie tasowania ustalono przed startem.",
  chosenCertified:
    "Rozdanie {code} wybrano, bo da się je wygrać bez tasowania. Wszystkie tasowania ustalono przed startem.",
  chosenGhost: "Rozdanie {code} wybrano, bo ścigasz się z grą na nim. Wszystkie tasowania były takie same.",
  chosenDaily:
    "Rozdanie {code} wybrano, bo to była gra dnia. Wszystkie tasowania ustalono, zanim ten dzień się zaczął.",
  dealOf1: "Rozdanie {code}. Wszystkie tasowania ustalono przed startem.",
  fingerprintHelp:
    "Serwer ustalił już swój sekret: dowodzi tego ten odcisk. Teraz przeglądarka każdego gracza dodaje własną losową liczbę i z tego wszystkiego powstaje rozdanie. Nikt go więc nie wybiera: ani serwer, ani gospodarz, ani żaden gracz.",
  seedsIn:
    "Swoją liczbę dodał na razie {n} gracz.|Swoje liczby dodali na razie {n} gracze.|Swoje liczby dodało na razie {n} graczy.",
};
