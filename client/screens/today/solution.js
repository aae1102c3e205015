import { BoardView } from "../../board/board.js";
import { t, variantName } from "../../i18n/index.js";
import { now } from "../../net/api.js";
import { dailies, leaderboard } from "../../net/play.js";
import { lineFrames } from "../../replay/frames.js";
import { coach } from "../../room/coach.js";
import { parseAction } from "../../rules/actions.js";
import { opening, parseCode } from "../../rules/deal.js";
import { parseVariant } from "../../rules/variants.js";
import { lineLink } from "../../scores/daily.js";
import { dayAt, revealAt } from "../../ui/dates.js";
import { button, h } from "../../ui/dom.js";
import { shortDayText } from "../../ui/format.js";
import { row } from "../../ui/parts.js";
import { every } from "../../ui/timers.js";

/** @import { Daily } from "../../net/messages.js" */

/** How long a move of a line is looked at (ms). */
const STEP_MS = 700;

/** What could have been, of the last dailies that are revealed, if they were played and lost. @param {HTMLElement} place @param {string[]} played dates @param {AbortSignal} signal */
export async function showSolutions(place, played, signal) {
  const date = dayAt(now() - revealAt("1970-01-01"));
  if (!played.includes(date)) return;
  const { dailies: list } = await dailies(date, signal);
  const parts = await Promise.all(list.map((daily) => solutionOf(daily, signal)));
  place.append(...parts.filter((part) => !!part));
}

/** How a daily that is revealed could have been won, to be played on the spot, and where one's own game was lost; null unless it was. @type {(daily: Daily, signal: AbortSignal) => Promise<HTMLElement | null>} */
export async function solutionOf({ attempt, certificate, code, date, variant }, signal) {
  if (!attempt?.ended || !code || !certificate?.line) return null;
  const { mine } = await leaderboard("daily", date, variant, { limit: 1 }, signal);
  if (!mine?.result || mine.result.won) return null;
  const lost = h("p", { role: "status" });
  void coach(lost, attempt.game, { name: variant }, true, signal);
  return h(
    "section.felt.solution",
    h("h2", t("solutionOf", { variant: variantName(variant), date: shortDayText(date) })),
    ...linePlayer(code, variant, certificate.line, signal),
    lost,
    row(lineLink(code, { name: variant }, certificate.line)),
  );
}

/** A board on which moves are played, one after the other or by a slider. @type {(code: string, name: string, line: string, signal: AbortSignal) => HTMLElement[]} */
function linePlayer(code, name, line, signal) {
  const variant = parseVariant(name);
  const actions = line.trim().split(/\s+/).map(parseAction);
  const frames = lineFrames(variant, opening(variant, parseCode(code)), actions);
  const board = new BoardView(t("line"), signal);
  let [at, isPlaying] = [0, false];
  const slider = h("input", {
    type: "range",
    min: 0,
    max: actions.length,
    "aria-label": t("position"),
    oninput: () => show(Number(slider.value), false),
  });
  const toggle = button(t("play"), () => show(at < actions.length ? at : 0, !isPlaying));
  const show = (/** @type {number} */ to, /** @type {boolean} */ goesOn) => {
    [at, isPlaying] = [to, goesOn && to < actions.length];
    board.show(frames[at].game.board, variant, { before: frames[at - 1]?.game.board });
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `${at}/${actions.length}`);
    toggle.textContent = t(isPlaying ? "pause" : "play");
  };
  every(STEP_MS, () => isPlaying && show(at + 1, true), signal);
  show(0, false);
  return [h("div.stage", board.element), row(toggle, slider)];
}
