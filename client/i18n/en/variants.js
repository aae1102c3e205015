export default {
  vh_addiction: "3 shuffles, any time",
  vh_gaps: "2 shuffles, only when stuck; gaps go right after each run",
  vh_montana: "Like Gaps, but the 2s start in place",
  vh_spaces: "2 shuffles, only when stuck; every card is redealt",
  vh_paganini: "3 shuffles, only when stuck; only complete rows stay",
  vh_strict: "No shuffles at all",
  vh_mini: "Cards 2 to 7 only, 1 shuffle. A minute or two",
};
