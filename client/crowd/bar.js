import { t } from "../i18n/index.js";
import { RaceBar as SmallBar } from "../race/bar.js";
import { toast } from "../ui/dom.js";
import { sound } from "../ui/lazy.js";

/** @import { RaceView } from "../net/messages.js" */
/** @import { Lane } from "../race/state.js" */

/** Among hundreds, places change all the time: what has changed since is said at most so often (ms). */
const ANNOUNCE_INTERVAL_MS = 4000;

/** The race bar of a large race: the first lanes, and those around the own one. */
export class RaceBar extends SmallBar {
  /** The places that were won since that was said last, by the clock of the page (ms). */
  #change = { placesWon: 0, saidAt: -Infinity };
  #hasWinner = false;

  /** @param {AbortSignal} signal of the screen @param {RaceView} race */
  constructor(signal, race) {
    super(signal, race);
    this.element.classList.add("crowd");
  }

  /** @override @param {Lane[]} lanes @param {number} count of the games */
  render(lanes, count) {
    super.render(lanes, count);
    const [first] = lanes;
    if (this.#hasWinner || !first?.isWon) return;
    this.#hasWinner = true;
    if (!first.isMine) toast(t("someoneWon", { name: first.name }));
  }

  /** @override @param {number} placesWon @param {number} rank */
  announce(placesWon, rank) {
    const change = this.#change;
    change.placesWon += placesWon;
    const isSoon = performance.now() - change.saidAt < ANNOUNCE_INTERVAL_MS;
    if (isSoon || !change.placesWon) {
      if (placesWon > 0) sound("lock");
      return;
    }
    super.announce(change.placesWon, rank);
    this.#change = { placesWon: 0, saidAt: performance.now() };
  }
}
