/** @type {{ [K in keyof typeof import("../en/push.js").default]: string }} */
export default {
  pushHelp:
    "Na tym urządzeniu, także gdy strona jest zamknięta. Wszystko jest wyłączone, dopóki tego nie włączysz.",
  push_challenges: "Wyzwania",
  pushHelp_challenges:
    "Ktoś rzuca wyzwanie twojej grupie, wyzwanie, które na ciebie czeka, wkrótce się kończy albo jakieś się skończyło.",
  push_starts: "Starty",
  pushHelp_starts:
    "Wkrótce zaczyna się arena, w której bierzesz udział, zaczyna się kolejna runda twojego pucharu albo rusza bez ciebie wyścig, na który czekasz.",
  push_streak: "Passa dni",
  pushHelp_streak:
    "Twoja passa zaraz się skończy, a dzisiejsza gra wciąż czeka. Najwyżej raz dziennie, nigdy w nocy.",
  pushOn: "Powiadomienia są włączone.",
  pushTest: "Wyślij próbne",
  pushTestSent: "Próbne powiadomienie jest w drodze.",
  pushOthers: "Twoje inne urządzenia",
  pushRemove: "Wyłącz",
  pushDenied: "Przeglądarka blokuje powiadomienia z tej strony. Możesz je włączyć w ustawieniach tej strony.",
  pushNone: "Ten serwer nie wysyła powiadomień.",
  pushImpossible: "Ta przeglądarka nie może tu pokazywać powiadomień.",
  pushHomeScreen:
    "Na iPhonie i iPadzie najpierw dodaj tę stronę do ekranu początkowego: „Udostępnij”, potem „Do ekranu początkowego”.",
};
