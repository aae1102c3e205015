import { t } from "../../i18n/index.js";
import { call, request } from "../../net/api.js";
import { ownTimeZone } from "../../ui/browser.js";
import { button, byId, h, link, morph } from "../../ui/dom.js";
import { momentText, shortDayText } from "../../ui/format.js";
import { stack } from "../../ui/parts.js";
import { refresh } from "../../ui/router.js";
import { shareLink } from "../../ui/share.js";
import { whileSeen } from "../../ui/wait.js";
import { PuzzleTry } from "./puzzle-try.js";

const REFRESH_INTERVAL_MS = 4000;

/** Puzzles from the wins that the player has lost. @type {(place: HTMLElement, signal: AbortSignal) => Promise<void>} */
async function showMistakes(place, signal) {
  const show = (/** @type {wire.PuzzleMistakes} */ found) => {
    last = found;
    if (!signal.aborted) morph(place, ...parts(found));
  };
  /** @type {wire.PuzzleMistakes} */
  let last = { searching: true, mistakes: [] };
  show(last);
  show(await call("POST puzzles/mistakes", {}, { signal }));
  const look = async () => last.searching && show(await request("GET puzzles/mistakes", {}, { signal }));
  whileSeen(REFRESH_INTERVAL_MS, look, signal);
}

/** @type {(found: wire.PuzzleMistakes) => HTMLElement[]} */
const parts = ({ searching, mistakes }) => [
  h("p", t("mistakesHelp")),
  h(
    "p.soft",
    { role: "status" },
    searching ? t("mistakesSearching") : mistakes.length ? "" : t("noMistakes"),
  ),
  h("ul.list.panel", { hidden: !mistakes.length }, ...mistakes.map(row)),
];

/** @param {wire.PuzzleMistake} mistake */
const row = ({ puzzle, game, at, state }) =>
  h(
    "li",
    { "data-key": puzzle },
    h("b.grow", momentText(at)),
    h(
      "span",
      { class: state === "solved" ? "good" : state === "failed" ? "bad" : "soft" },
      t(`mistake_${state}`),
    ),
    link(`/g/${game}`, t("replay"), "btn quiet"),
    link(`/puzzles/${puzzle}`, t(state === "open" ? "puzzleSolve" : "puzzleLook"), "btn"),
  );

/** The parts of the page: the part of the path, and its name. @type {[string, Key][]} */
const PARTS = [
  ["", "puzzleNext"],
  ["daily", "puzzleDaily"],
  ["mistakes", "puzzleMistakes"],
];

/** Puzzles: the next one, that of the day, those from own games; or the one of a link. @param {Page} page @param {string} [part] */
export default async function puzzleScreen({ shell, signal }, part = "") {
  const name = PARTS.find(([each]) => each === part)?.[1] ?? "puzzle";
  shell.title(`${t("puzzles")}: ${t(name)}`);
  const place = stack();
  byId("main").append(h("div.page.wide.puzzles", h("header", h("h1", t("puzzles"))), ways(part), place));
  if (part === "mistakes") return showMistakes(place, signal);
  const found = await readPuzzle(part, signal);
  if (signal.aborted) return;
  const attempt = new PuzzleTry(found, signal, () => onward(part, found));
  morph(
    place,
    found.date && h("p.soft", t("puzzleOf", { day: shortDayText(/** @type {any} */ (found.date)) })),
  );
  place.append(attempt.element);
}

/** @type {(part: string, signal: AbortSignal) => Promise<wire.Puzzle>} */
const readPuzzle = (part, signal) =>
  part === ""
    ? request("GET puzzles/next", {}, { signal })
    : part === "daily"
      ? request("GET puzzles/daily", { zone: ownTimeZone() }, { signal })
      : request("GET puzzles/{id}", { id: part }, { signal });

/** @param {string} current */
const ways = (current) =>
  h(
    "nav.choices",
    { "aria-label": t("puzzles") },
    ...PARTS.map(([part, key]) =>
      link(part ? `/puzzles/${part}` : "/puzzles", t(key), {
        class: "btn",
        "aria-current": part === current && "true",
      }),
    ),
  );

/** The ways on from a puzzle that is over. @type {(part: string, found: wire.Puzzle) => HTMLElement[]} */
const onward = (part, { id, own }) => [
  part === ""
    ? button(t("puzzleAnother"), () => refresh(), "btn main big")
    : own
      ? link("/puzzles/mistakes", t("puzzleMistakes"), "btn main big")
      : link("/puzzles", t("puzzleAnother"), "btn main big"),
  shareLink(t("share"), () => t("sharePuzzle"), `/puzzles/${id}`),
];
