import { t } from "../i18n/index.js";
import { dailyPuzzle, nextPuzzle, puzzle } from "../net/play.js";
import { button, byId, h, link, morph } from "../ui/dom.js";
import { shortDayText } from "../ui/format.js";
import { showNav } from "../ui/nav.js";
import { refresh } from "../ui/router.js";
import { share } from "../ui/share.js";
import { PuzzleTry } from "./try.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Puzzle } from "../net/messages.js" */
/** @import { Page } from "../ui/router.js" */

/** The parts of the page: the part of the path, and its name. @type {[string, Key][]} */
const PARTS = [
  ["", "puzzleNext"],
  ["daily", "puzzleDaily"],
  ["mistakes", "puzzleMistakes"],
];

/** Puzzles: the next one, that of the day, those from own games; or the one of a link. @param {Page} page @param {string} [part] */
export default async function puzzleScreen({ shell, signal }, part = "") {
  showNav("play");
  const name = PARTS.find(([each]) => each === part)?.[1] ?? "puzzle";
  shell.title(`${t("puzzles")}: ${t(name)}`);
  const place = h("div", { class: "stack" });
  byId("main").append(
    h("div", { class: "page puzzles" }, h("header", {}, h("h1", {}, t("puzzles"))), ways(part), place),
  );
  if (part === "mistakes") {
    const { showMistakes } = await import("./mistakes.js");
    return showMistakes(place, signal);
  }
  const found = await readPuzzle(part, signal);
  if (signal.aborted) return;
  const attempt = new PuzzleTry(found, signal, () => onward(part, found));
  morph(
    place,
    found.date &&
      h("p", { class: "soft" }, t("puzzleOf", { day: shortDayText(/** @type {any} */ (found.date)) })),
  );
  place.append(attempt.element);
}

/** @type {(part: string, signal: AbortSignal) => Promise<Puzzle>} */
const readPuzzle = (part, signal) =>
  part === "" ? nextPuzzle(signal) : part === "daily" ? dailyPuzzle(signal) : puzzle(part, signal);

/** @param {string} current */
const ways = (current) =>
  h(
    "nav",
    { class: "choices", "aria-label": t("puzzles") },
    ...PARTS.map(([part, key]) =>
      link(part ? `/puzzles/${part}` : "/puzzles", t(key), {
        class: "btn",
        ...(part === current && { "aria-current": "true" }),
      }),
    ),
  );

/** What comes after a puzzle that is over. @type {(part: string, found: Puzzle) => HTMLElement[]} */
const onward = (part, { id, own }) => [
  part === ""
    ? button(t("puzzleAnother"), () => refresh(), { class: "btn main big" })
    : own
      ? link("/puzzles/mistakes", t("puzzleMistakes"), { class: "btn main big" })
      : link("/puzzles", t("puzzleAnother"), { class: "btn main big" }),
  button(t("share"), () => share(t("sharePuzzle"), `${location.origin}/puzzles/${id}`), {
    class: "btn",
  }),
];
