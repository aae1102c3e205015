import { placeText } from "../board/state.js";
import { cardName, t } from "../i18n/index.js";

/** The keys of the texts of actions: a page that shows actions has these texts since the keys stand here. */
const NAMES = /** @type {const} */ ({ shuffle: "shuffle", undo: "undo", redo: "redo", resign: "resigned" });

/** An action in words; with the columns and the way that the board lies, a move also says where to. @type {(action: Action, columns?: number, isTall?: boolean) => string} */
export function actionText(action, columns, isTall = false) {
  if (typeof action === "string") return t(NAMES[action]);
  const { card, slot } = action;
  if (!columns) return cardName(card);
  return t("movedTo", { card: cardName(card), place: placeText(slot, columns, isTall) });
}

/** @typedef {NonNullable<wire.Analysis["verdicts"]>[number]} Verdict whether moves alone win a position */
/** @typedef {{ verdict: Verdict, size: number }} Band consecutive positions with one verdict, and the share of the slider that they take */

/** The verdict on a position; unknown until it is analysed. @type {(analysis: wire.Analysis, at: number) => Verdict} */
export const verdictAt = ({ verdicts = [] }, at) => verdicts[at] ?? "unknown";

/**
 * The verdicts as bands along a slider. The slider reaches from the middle of the first position to the middle of
 * the last, so these two have half a share.
 * @type {(analysis: wire.Analysis) => Band[]}
 */
export function bands(analysis) {
  const last = (analysis.positions ?? 0) - 1;
  /** @type {Band[]} */
  const found = [];
  for (let at = 0; at <= last; at++) {
    const verdict = verdictAt(analysis, at);
    const size = at === 0 || at === last ? 0.5 : 1;
    const band = found.at(-1);
    if (band?.verdict === verdict) band.size += size;
    else found.push({ verdict, size });
  }
  return found;
}

/** The loss that the next action of a position is, if it is one. @type {(losses: wire.Loss[], at: number) => wire.Loss | undefined} */
export const lossAfter = (losses, at) => losses.find(({ last_winnable }) => last_winnable === at);

/** The index of the next loss after a position, or of the first one if there is none. @type {(losses: wire.Loss[], at: number) => number} */
export const nextLoss = (losses, at) =>
  Math.max(
    losses.findIndex(({ last_winnable }) => last_winnable > at),
    0,
  );

/**
 * The result of an analysis: the win was `lost` by an action, the deal was never winnable (`hopeless`), the position
 * was winnable to the end (`kept`), or something is unknown (`open`).
 * @type {(analysis: wire.Analysis) => "lost" | "hopeless" | "kept" | "open"}
 */
export function conclusion({ verdicts = [], losses = [] }) {
  if (losses.length) return "lost";
  if (verdicts.every((verdict) => verdict === "unwinnable")) return "hopeless";
  return verdicts.every((verdict) => verdict === "winnable") ? "kept" : "open";
}
