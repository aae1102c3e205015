import { BoardView } from "../../board/board.js";
import { cardName, t, variantName } from "../../i18n/index.js";
import { inviteFriends, playSolo, QUICK_VARIANT } from "../../room/enter.js";
import { moved, parseBoard, takes, won } from "../../rules/board.js";
import { VARIANTS } from "../../rules/variants.js";
import { button, byId, h } from "../../ui/dom.js";
import { note, panel, stack } from "../../ui/parts.js";
import { alone, announcement, fetchSoloSoon, foot, playToday } from "./ways.js";

/** Cards 2 to 5. */
export const VARIANT = { ...VARIANTS[0], name: "", columns: 5 };
/** Four moves from the end: each but the last of a row opens the gap for the next. */
export const OPENING = parseBoard("2S3S4S5H--/2H3H4H--5S/2D3D--5D4C/2C3C4D5C--", VARIANT);

/** A small board to be solved on the first page, without a server: its texts teach the one rule. @param {AbortSignal} signal of the screen */
export function tryBoard(signal) {
  let board = OPENING;
  /** Where the last card came from. @type {number | null} */
  let from = null;
  const says = h("p.says", { role: "status" });
  const view = new BoardView(t("tryBoard"), signal, (move) => {
    from = board.indexOf(move.card);
    board = moved(board, move);
    show();
  });
  const say = () => {
    says.textContent = lesson(board, from, view.isTall);
  };
  const show = () => {
    const isWon = won(board);
    view.show(board, VARIANT, { isLive: !isWon, isWon });
    say();
  };
  view.element.addEventListener("turn", say);
  show();
  return { element: h("div.try", says, h("div.stage", view.element)), view };
}

/** The lesson of a board whose last move left the slot `from`. @type {(board: Board, from: number | null, isTall: boolean) => string} */
export function lesson(board, from, isTall) {
  if (from === null) return t(isTall ? "tryRuleTall" : "tryRule");
  if (won(board)) return t("trySolved");
  const [next] = takes(board, from, VARIANT);
  return next ? t("tryOpened", { card: cardName(next) }) : t(isTall ? "tryRowTall" : "tryRow");
}

/** The first page of a visitor: a board to try and one way on. @param {Page} page */
export default function homeScreen({ signal }) {
  byId("main").append(
    h("div.page.wide.home", announcement(), hero(signal), panel(t("solo"), alone()), foot()),
  );
  fetchSoloSoon(signal);
}

/** @param {AbortSignal} signal */
const hero = (signal) =>
  h(
    "section.felt.hero.full-width",
    stack(h("h1", ...sentences(t("slogan"))), h("p", t("lead"))),
    tryBoard(signal).element,
    h(
      "div.actions.ways",
      button(t("playDaily", { variant: variantName(QUICK_VARIANT) }), playToday, "btn main big"),
      button(t("playNow"), () => playSolo(QUICK_VARIANT), "btn big"),
      button(t("race"), inviteFriends, "btn big"),
      note(t("oneRanked")),
    ),
  );

/** A line ends between sentences rather than within one. @type {(text: string) => (Node | string)[]} */
const sentences = (text) => text.split(/(?<=\.) /).flatMap((each) => [h("span", each), " "]);
