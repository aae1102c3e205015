import { face, rankAndSuit } from "../board/drawing.js";
import { t } from "../i18n/index.js";
import { parseCard, suit } from "../rules/cards.js";
import { isTallScreen } from "../ui/browser.js";
import { openDialog } from "../ui/dialog.js";
import { h, link } from "../ui/dom.js";
import { loadStyles } from "../ui/load.js";

/** The keys of a game, with their meaning. */
export const keyList = () =>
  h(
    "ul",
    ...t("keyList")
      .split("; ")
      .map((line) => {
        const [keys, meaning] = line.split(/: (?=[^:]*$)/);
        return h("li", h("b", keys), `: ${meaning}`);
      }),
  );

const SLOTS = 5;

/**
 * A row of a lesson: cards as `7H`, `-` a dead gap, `?` a gap for any 2, `=8H` a gap for this card.
 * `moves`: the card that moves, from its place to a gap.
 * @typedef {{ text: Key, tall?: Key, row: string[], moves?: { card: string, to: number }, isLocked?: number }} Lesson
 */
/** @type {Lesson[]} */
const LESSONS = [
  {
    text: "ruleGap",
    tall: "ruleGapTall",
    row: ["7H", "=8H", "KS", "3C", "8H"],
    moves: { card: "8H", to: 1 },
  },
  {
    text: "ruleStart",
    tall: "ruleStartTall",
    row: ["?", "9D", "5C", "2S", "JH"],
    moves: { card: "2S", to: 0 },
  },
  { text: "ruleDead", row: ["4D", "KS", "-", "-", "6C"] },
  { text: "ruleShuffle", row: ["2D", "3D", "4D", "9S", "6H"], isLocked: 3 },
];

/** The rules in pictures, as the board lies on this screen; they turn with it. @param {AbortSignal} signal of the page or dialog */
export function rules(signal) {
  const element = h("div.rules");
  /** @type {boolean | null} */
  let shown = null;
  const show = () => {
    const isTall = isTallScreen();
    if (isTall !== shown) element.replaceChildren(...content(isTall));
    shown = isTall;
  };
  addEventListener("resize", show, { signal });
  show();
  return element;
}

/** @param {boolean} isTall */
const content = (isTall) => [
  h("p", h("b", t(isTall ? "ruleGoalTall" : "ruleGoal"))),
  ...LESSONS.map(({ text, tall = text, ...lesson }) =>
    h("div.lesson", picture(lesson, isTall), h("p", t(isTall ? tall : text))),
  ),
  h("p", t("ruleTap")),
];

/** @type {(lesson: Pick<Lesson, "row" | "moves" | "isLocked">, isTall: boolean) => HTMLElement} */
function picture({ row, moves, isLocked = 0 }, isTall) {
  const slots = row.map((text, column) => slot(text, column));
  const cards = row.flatMap((text, column) => {
    if (!/^\w\w$/.test(text)) return [];
    const name =
      moves?.card === text ? "movable moves" : column < isLocked ? "locked" : isLocked ? "dealt" : "";
    const place = { "--column": column, "--row": 0, "--to": moves?.to ?? column };
    return [
      h("div", { class: `card suit-${suit(parseCard(text))} ${name}`, ...place }, face(parseCard(text))),
    ];
  });
  return h(
    "div",
    { class: `picture${isTall ? " tall" : ""}`, "aria-hidden": "true", "--columns": SLOTS },
    ...slots,
    ...cards,
  );
}

/** @type {(text: string, column: number) => HTMLElement} */
function slot(text, column) {
  /** @type {Child[]} */
  const wanted =
    text === "?" ? [h("b", "2")] : text.startsWith("=") ? rankAndSuit(parseCard(text.slice(1))) : [];
  return h(
    "div",
    { class: text === "-" ? "slot dead" : "slot", "--column": column, "--row": 0 },
    /^[?=-]/.test(text) && h("span.wanted", ...wanted),
  );
}

/** Open the rules over any screen. */
export async function openRules() {
  await loadStyles("board/board.css", "learn/learn.css");
  if (document.querySelector("dialog[open]")) return;
  const closing = new AbortController();
  // A game goes on behind it, so the page with more does not take its place.
  const isInGame = document.body.classList.contains("fixed");
  const dialog = openDialog(
    t("how"),
    rules(closing.signal),
    h("div.keys.stack", h("h2", t("keys")), keyList()),
    h("p", link("/how", t("moreRules"), isInGame ? { target: "_blank" } : {})),
  );
  dialog.classList.add("prose");
  dialog.addEventListener("close", () => closing.abort());
}
