import { t } from "../i18n/index.js";
import { game } from "../net/play.js";
import { playerName } from "../people/names.js";
import { button } from "../ui/dom.js";
import { isStill } from "../ui/motion.js";
import { toastError } from "../ui/say.js";
import { facts } from "./facts.js";
import { actionsOf, framesOf } from "./frames.js";
import { clipButton, ReplayPlayer } from "./player.js";

/** @import { FinishedGame } from "../net/messages.js" */
/** @import { Page } from "../ui/router.js" */

/** The replay of a finished game. @param {Page} page @param {string} id */
export default async function replayScreen(page, id) {
  const found = await game(id, page.signal);
  const name = playerName(found.name);
  const frames = framesOf(found.replay);
  const clip = () =>
    clipButton(
      () => [{ id, name, frames }],
      () => frames[player.at].ms,
    );
  /** @type {ReplayPlayer} */
  const player = new ReplayPlayer(
    {
      title: t("replayOf", { name }),
      name,
      frames,
      actions: actionsOf(found.replay),
      facts: () => facts(found, clip(), () => player.at),
    },
    page,
  );
  const query = new URLSearchParams(location.search);
  player.go(Number(query.get("at") ?? 0) || 0);
  offerAnalysis(player, found, query.has("analyse"));
  // A link to a moment shows that moment; any other one is a wish to see the game.
  if (!query.has("at") && !query.has("analyse") && !isStill()) player.play();
}

/** Offer the analysis of a game, or begin it at once, unless its deal is sealed. @param {ReplayPlayer} player @param {FinishedGame} found @param {boolean} atOnce */
function offerAnalysis(player, { id, won, revealed_at }, atOnce) {
  if (revealed_at) return;
  const start = async () => {
    ask.onclick = null;
    try {
      const { analyse } = await import("./analysis.js");
      await analyse(player, id, ask);
    } catch (error) {
      player.below.replaceChildren();
      ask.onclick = start;
      await toastError(error);
    }
  };
  const ask = button(t(won ? "analyse" : "whereLost"), start);
  player.beside.replaceChildren(ask);
  if (atOnce) void start();
}
