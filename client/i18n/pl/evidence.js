/** @type {{ [K in keyof typeof import("../en/evidence.js").default]: string }} */
export default {
  x_title: "Badanie gry",
  x_help: "Tylko na podstawie ruchów i ich czasów. Flaga to powód, by się przyjrzeć, a nie wyrok.",
  x_clean: "Nic niezwykłego: wygląda na grę człowieka.",
  x_flagged: "Oznaczona flagą. Ta gra nie wchodzi do klasyfikacji, dopóki nie sprawdzi jej moderator.",
  x_cleared: "Moderator sprawdził tę grę. Liczy się.",
  x_leftOut: "Poza klasyfikacją",
  x_leftOutHelp: "Oznaczone flagą przy automatycznym badaniu. Będą się liczyć, gdy uzna je moderator.",
  x_rule_faster_than_hands: "zbyt szybko",
  x_rule_pauses_too_even: "zbyt równe przerwy",
  x_rule_no_thought: "bez czasu na myślenie",
  x_rule_same_line: "jak wcześniejsza gra lub rozwiązanie",
  x_faster_than_hands: "Ruchy z rzędu: {moves} w {ms}: zbyt szybko jak na człowieka.",
  x_pauses_too_even:
    "Cztery na pięć przerw (ruchy: {moves}) trwają od {low_ms} do {high_ms}: zbyt równo jak na człowieka.",
  x_no_thought:
    "Ruchy z rzędu: {moves}, karty na miejscu: {gained}, wolne wybory: {choices}, najdłuższa przerwa: {longest_ms}: bez czasu na myślenie.",
  x_same_line:
    "Plansze zgodne z wcześniejszą grą lub znanym rozwiązaniem: {same} z {boards}, wolne wybory: {choices}.",
};
