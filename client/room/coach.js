import { t, timeText } from "../i18n/index.js";
import { analysisOf, createGhostRoom, game as playedGame } from "../net/play.js";
import { labelOf, namesakes } from "../people/look-alikes.js";
import { leadOf } from "../race/state.js";
import { actionsOf } from "../replay/frames.js";
import { leadChanges, trackOf } from "../replay/timeline.js";
import { actionText, conclusion } from "../replay/verdicts.js";
import { formatAction, parseAction } from "../rules/actions.js";
import { variantOf } from "../rules/variants.js";
import { isTallScreen } from "../ui/browser.js";
import { button, link } from "../ui/dom.js";
import { exactTimeText } from "../ui/format.js";
import { go } from "../ui/router.js";

/** @import { Leader } from "./last-seconds.js" */

/** The lead of a game over another, in words; empty without one. @type {(better: wire.Standing, worse: wire.Standing) => string} */
function gapText(better, worse) {
  const lead = leadOf(raced(better), raced(worse));
  if (!lead) return "";
  return lead.cards ? t("cards", { n: lead.cards }) : exactTimeText(lead.ms).slice(0, -1);
}

/** @param {wire.Standing} standing */
const raced = ({ locked, reached_ms: reachedMs = 0 }) => ({ locked, reachedMs });

/** How far ahead a game was at the end, or behind the winner; empty if it is level, or was alone. @type {(standings: wire.Standing[], of: wire.Standing) => string} */
export function marginText(standings, of) {
  const [first, second] = standings;
  if (!second) return "";
  const isFirst = of.rank === 1;
  const gap = isFirst ? gapText(of, second.game === of.game ? first : second) : gapText(first, of);
  const name = labelOf(isFirst ? second : first, namesakes(standings));
  return gap && t(isFirst ? "ahead" : "behind", { gap, name });
}

/** Since when the winner was ahead of the second for good, and by how much at the end. @type {(standings: wire.Standing[], leaders: Leader[]) => string} */
export function decidedText(standings, leaders) {
  const [first, second] = leaders.map(({ standing }) => standing);
  const tracks = leaders.map(({ standing, frames }) => trackOf(standing.game, frames));
  const last = leadChanges(tracks).at(-1);
  const gap = second && gapText(first, second);
  if (!gap || last?.id !== first.game) return "";
  const name = labelOf(second, namesakes(standings));
  return t("coachAhead", { name, gap, time: timeText(last.ms) });
}

/** Where the win was lost, in one line, and the way to that position; a player who was alone may try again from there at once. @type {(found: wire.Analysis, variant: wire.VariantChoice, actions: Action[], wasAlone: boolean) => (Node | string)[]} */
export function advice(found, variant, actions, wasAlone) {
  const loss = decisive(found);
  if (!loss) return [t(`it_${conclusion(found)}`)];
  const again = () => tryAgain(found.game, loss.last_winnable, variant);
  return [
    coachText(loss, actions.slice(0, loss.n), variantOf(variant), isTallScreen()),
    " ",
    link(`/g/${found.game}?at=${loss.last_winnable}&analyse`, t("coachShow"), "btn"),
    ...(wasAlone ? [" ", button(t("tryAgain"), again, "btn main")] : []),
  ];
}

/** Play on from a position of a finished game, or after a line from there: as practice, against its own ghost. @type {(id: string, at: number, variant: wire.VariantChoice, line?: string[]) => Promise<void>} */
export async function tryAgain(id, at, variant, line = []) {
  const [{ replay }, { code }] = await Promise.all([playedGame(id), createGhostRoom(id)]);
  const begin = [...actionsOf(replay).slice(0, at).map(formatAction), ...line];
  await go(`/r/${code}`, { deals: variant, begin });
}

/** The loss that took most of the chance to win, the latest of equal ones. @type {(found: wire.Analysis) => wire.Loss | undefined} */
function decisive({ losses = [], chances = [] }) {
  const drop = (/** @type {wire.Loss} */ { n, last_winnable: before }) =>
    (chances[before] ?? 0) - (chances[n] ?? 0);
  const most = Math.max(...losses.map(drop));
  return losses.findLast((loss) => drop(loss) === most);
}

/** The proof of a loss: the action behind it or, if others come in between, when the win was last there; and what would have kept it. @type {(loss: wire.Loss, actions: Action[], variant: Variant, isTall: boolean) => string} */
function coachText({ last_winnable: n, n: lost, winning_move }, actions, { columns, shuffles }, isTall) {
  const text = (/** @type {Action} */ each) => actionText(each, columns, isTall);
  const isOver = actions.filter((action) => action === "shuffle").length === shuffles;
  const key = isOver ? "coachLost" : "coachShuffle";
  const winnable = n ? t("coachUntil", { n }) : t("coachStart");
  const when = n === lost - 1 ? t(key, { n: lost, move: text(actions[n]) }) : winnable;
  return `${when} ${t("wouldHaveKept", { move: text(parseAction(winning_move)) })}`;
}

const POLL_INTERVAL_MS = 2000;

/**
 * Have an own game analysed that was not won, and say in one line where the win was lost. With a server that does not
 * analyse games, or is asked too often, the line stays as it is.
 * @param {HTMLElement} place @param {string} game @param {wire.VariantChoice} variant @param {boolean} wasAlone @param {AbortSignal} signal
 */
export async function coach(place, game, variant, wasAlone, signal) {
  const margin = place.textContent;
  try {
    for await (const found of analysisOf(game, POLL_INTERVAL_MS, signal)) {
      place.textContent = margin || t("coachLooks");
      if (found.state !== "done") continue;
      const { replay } = await playedGame(game, signal);
      const text = advice(found, variant, actionsOf(replay), wasAlone);
      if (found.losses?.length || !margin) place.replaceChildren(...text);
      else if (conclusion(found) !== "open") place.append(" · ", ...text);
    }
  } catch {
    if (place.textContent === t("coachLooks")) place.replaceChildren();
  }
}
