import { t } from "../i18n/index.js";
import { analysis, startAnalysis } from "../net/api.js";

/** @import { VariantChoice } from "../net/messages.js" */

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
    const { advice } = await import("./advice.js");
    place.replaceChildren(...advice(found, variant));
  } catch {
    place.replaceChildren();
  }
}
