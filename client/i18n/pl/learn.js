/** @type {{ [K in keyof typeof import("../en/learn.js").default]: string }} */
export default {
  ruleGoal: "Ułóż każdy rząd w jednym kolorze, od dwójki do króla.",
  ruleGoalTall: "Ułóż każdą kolumnę w jednym kolorze, od dwójki u góry do króla.",
  ruleGap: "Do luki pasuje jedna karta: tego samego koloru co karta po jej lewej, o jeden wyższa.",
  ruleGapTall: "Do luki pasuje jedna karta: tego samego koloru co karta nad nią, o jeden wyższa.",
  ruleStart: "Do luki na lewym końcu rzędu pasuje dowolna dwójka.",
  ruleStartTall: "Do luki na górze kolumny pasuje dowolna dwójka.",
  ruleDead: "Luka za królem albo za inną luką jest martwa: nic do niej nie pasuje.",
  ruleShuffle:
    "Ciąg zaczynający się od dwójki jest na miejscu. Brak ruchów? Cofaj, ile chcesz, albo tasuj: wszystkie pozostałe karty zostaną rozdane od nowa.",
  ruleTap: "Dotknij karty z obwódką, aby ją przenieść. Jeśli dwójka pasuje do kilku luk, dotknij wybranej.",
  moreRules: "Punkty, warianty, uczciwość",
  scoring: "Punkty",
  how4: "1 punkt za każdą kartę na miejscu, −5 za każde tasowanie, +10 za wygraną bez tasowania.",
  howRace: "Wyścigi",
  how5: "Wszyscy dostają to samo rozdanie w tej samej chwili. Kto pierwszy skończy, wygrywa. Jeśli nie skończy nikt, wygrywa największa liczba kart na miejscu; przy remisie ten, kto doszedł do niej wcześniej. Gra bez ruchu się nie liczy. Szczęście jest wspólne: przy tych samych kartach na miejscu wszyscy dostają to samo tasowanie.",
  how6: "Każde tasowanie jest ustalone przed startem. Sekret, z którego wynika, jest publikowany po wyścigu, więc każdy może to sprawdzić.",
  variants: "Warianty",
  keys: "Klawisze",
  keyList:
    "Strzałki, Home, End: ruch po planszy; Enter: zagraj kartę; Esc: anuluj; Ctrl+Z, Ctrl+Y: cofnij, ponów; S: tasuj; H: wskazówka; N: nowe rozdanie (solo); B: przejdź na planszę; M: następna karta do ruszenia; ?: ta pomoc",
  coach: "Rada {n} z {of}",
  coachMove: "Karty z obwódką możesz ruszyć. Dotknij jednej z nich.",
  coachGap: "Do tej luki pasuje tylko {card}: ten sam kolor co karta po lewej, o jeden wyższa.",
  coachGapTall: "Do tej luki pasuje tylko {card}: ten sam kolor co karta nad nią, o jeden wyższa.",
  coachRow:
    "Każdy rząd rośnie od dwójki po lewej do {top}, w jednym kolorze. Brak ruchów? Cofnij albo tasuj.",
  coachColumn:
    "Każda kolumna rośnie od dwójki u góry do {top}, w jednym kolorze. Brak ruchów? Cofnij albo tasuj.",
  toKing: "króla",
  toRank: "karty {n}",
  coachNext: "Dalej",
  coachDone: "Jasne",
  coachSkip: "Pomiń rady",
};
