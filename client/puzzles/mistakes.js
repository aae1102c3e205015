import { t } from "../i18n/index.js";
import { findMistakes, foundMistakes } from "../net/play.js";
import { h, link, morph } from "../ui/dom.js";
import { momentText } from "../ui/format.js";
import { every } from "../ui/timers.js";

/** @import { PuzzleMistake, PuzzleMistakes } from "../net/messages.js" */

const REFRESH_INTERVAL_MS = 4000;

/** Puzzles from the wins that the player has lost. @type {(place: HTMLElement, signal: AbortSignal) => Promise<void>} */
export async function showMistakes(place, signal) {
  const show = (/** @type {PuzzleMistakes} */ found) => {
    last = found;
    if (!signal.aborted) morph(place, ...parts(found));
  };
  /** @type {PuzzleMistakes} */
  let last = { searching: true, mistakes: [] };
  show(last);
  show(await findMistakes(signal));
  every(
    REFRESH_INTERVAL_MS,
    () => {
      if (last.searching && !document.hidden) foundMistakes(signal).then(show, () => {});
    },
    signal,
  );
}

/** @type {(found: PuzzleMistakes) => HTMLElement[]} */
const parts = ({ searching, mistakes }) => [
  h("p", {}, t("mistakesHelp")),
  h(
    "p",
    { class: "soft", role: "status" },
    searching ? t("mistakesSearching") : mistakes.length ? "" : t("noMistakes"),
  ),
  h("ul", { class: "list panel", hidden: !mistakes.length }, ...mistakes.map(row)),
];

/** @param {PuzzleMistake} mistake */
const row = ({ puzzle, game, at, state }) =>
  h(
    "li",
    { "data-key": puzzle },
    h("b", { class: "grow" }, momentText(at)),
    h(
      "span",
      { class: state === "solved" ? "good" : state === "failed" ? "bad" : "soft" },
      t(`mistake_${state}`),
    ),
    link(`/g/${game}`, t("replay"), { class: "btn quiet" }),
    link(`/puzzles/${puzzle}`, t(state === "open" ? "puzzleSolve" : "puzzleLook"), { class: "btn" }),
  );
