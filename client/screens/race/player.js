import { PredictedGame, playAhead } from "../../race/predicted-game.js";
import { PHASES } from "./phases.js";
import { RoomScreen } from "./room.js";

/** @import { PhaseModule } from "./phases.js" */

/** @type {PhaseModule | null} */
let deck = null;

/** A game that begins at once has its deck ready: the page before stays until there is one to be seen. */
export async function prepare() {
  deck = history.state?.deals ? await PHASES.deck().catch(() => null) : null;
}

/** A room, with a seat in it. @param {Page} page @param {string} code */
export default function playerScreen(page, code) {
  const { begin } = history.state ?? {};
  const { session } = new RoomScreen(page, code.toUpperCase(), PredictedGame, deck);
  if (begin) playAhead(begin, session, page.signal);
}
