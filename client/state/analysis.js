/** @import { Analysis, Loss } from "../net/messages.js" */
/** @typedef {NonNullable<Analysis["verdicts"]>[number]} Verdict whether moves alone win a position */
/** @typedef {{ verdict: Verdict, size: number }} Band positions in a row that are judged alike, and how long that is drawn */

/** What is not judged yet is not known. @type {(analysis: Analysis, at: number) => Verdict} */
export const verdictAt = ({ verdicts = [] }, at) => verdicts[at] ?? "unknown";

/**
 * The judged positions as bands along a slider. It reaches from the middle of the first position to the middle of
 * the last, so these two have half a share.
 * @type {(analysis: Analysis) => Band[]}
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

/** Which loss a position leads into. @type {(losses: Loss[], at: number) => Loss | undefined} */
export const lossAfter = (losses, at) => losses.find(({ last_winnable }) => last_winnable === at);

/** Which loss comes next after a position, or else the first: an index. @type {(losses: Loss[], at: number) => number} */
export const nextLoss = (losses, at) =>
  Math.max(
    losses.findIndex(({ last_winnable }) => last_winnable > at),
    0,
  );

/**
 * What came out: where it was `lost`; or it could not be won at any moment (`hopeless`), at all of them (`kept`), or
 * something remains `open`.
 * @type {(analysis: Analysis) => "lost" | "hopeless" | "kept" | "open"}
 */
export function conclusion({ verdicts = [], losses = [] }) {
  if (losses.length) return "lost";
  if (verdicts.every((verdict) => verdict === "unwinnable")) return "hopeless";
  return verdicts.every((verdict) => verdict === "winnable") ? "kept" : "open";
}
