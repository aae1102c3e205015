import { t } from "../i18n/index.js";
import { analysis, createGhostRoom, game, startAnalysis } from "../net/play.js";
import { actionsOf } from "../replay/frames.js";
import { actionText, conclusion } from "../replay/verdicts.js";
import { formatAction, parseAction } from "../rules/actions.js";
import { variantOf } from "../rules/variants.js";
import { isTallScreen } from "../ui/browser.js";
import { button, link } from "../ui/dom.js";
import { go } from "../ui/router.js";

/** @import { Analysis, VariantChoice } from "../net/messages.js" */

/** Where the win was lost, in one line, and the way to that position. @type {(found: Analysis, variant: VariantChoice) => (Node | string)[]} */
export function advice(found, variant) {
  const loss = found.losses?.at(-1);
  if (!loss) return [t(`it_${conclusion(found)}`)];
  return [
    coachText(loss, variantOf(variant).columns, isTallScreen()),
    " ",
    link(`/g/${found.game}?at=${loss.last_winnable}&analyse`, t("coachShow"), { class: "btn" }),
    " ",
    button(t("tryAgain"), () => tryAgain(found.game, loss.last_winnable, variant), { class: "btn main" }),
  ];
}

/** Play on from a position of a finished game, or after a line from there: as practice, against its own ghost. @type {(id: string, at: number, variant: VariantChoice, line?: string[]) => Promise<void>} */
export async function tryAgain(id, at, variant, line = []) {
  const [{ replay }, { code }] = await Promise.all([game(id), createGhostRoom(id)]);
  const begin = [...actionsOf(replay).slice(0, at).map(formatAction), ...line];
  await go(`/r/${code}`, { deals: variant, begin });
}

/** Until when a game could be won, and by what. @type {(loss: NonNullable<Analysis["losses"]>[number], columns: number, isTall: boolean) => string} */
function coachText({ last_winnable: n, winning_move }, columns, isTall) {
  const move = actionText(parseAction(winning_move), columns, isTall);
  return `${n ? t("coachUntil", { n }) : t("coachStart")} ${t("wouldHaveKept", { move })}`;
}

const POLL_INTERVAL_MS = 2000;

/**
 * Have an own game analysed that was not won, and say in one line where the win was lost. A server that does not analyse
 * games, or is asked too often, costs nothing but this line.
 * @param {HTMLElement} place @param {string} game @param {VariantChoice} variant @param {AbortSignal} signal
 */
export async function coach(place, game, variant, signal) {
  try {
    let found = await startAnalysis(game, signal);
    place.textContent = t("coachLooks");
    while (found.state !== "done") {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      found = await analysis(game, signal);
    }
    place.replaceChildren(...advice(found, variant));
  } catch {
    place.replaceChildren();
  }
}
