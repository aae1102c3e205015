import { t } from "../i18n/index.js";
import { game } from "../net/api.js";
import { personText } from "../profile/link.js";
import { readTranscript } from "../rules/transcript.js";
import { button, byId, link } from "../ui/dom.js";
import { sorryPage } from "../ui/error-page.js";
import { sayProblem } from "../ui/errors.js";
import { load } from "../ui/load.js";
import { facts } from "./facts.js";
import { frames } from "./frames.js";
import { Film } from "./player.js";

/** @import { FinishedGame } from "../net/messages.js" */

/** A finished game, again. @type {import("../ui/router.js").Screen} */
export default function replayScreen(shell, id) {
  /** @type {Film | null} */
  let shown = null;
  let isClosed = false;
  game(id)
    .then((found) => {
      if (isClosed) return;
      shown = film(found);
      shown.mount(shell);
    })
    .catch(async (error) => {
      const page = await sorryPage(error, dailyLink(error));
      if (!isClosed) byId("main").append(page);
    });
  return () => {
    isClosed = true;
    shown?.close();
  };
}

/** A sealed daily has to be played first. @param {{ code: string }} error */
const dailyLink = ({ code }) => code === "sealed_daily" && link("/daily", t("daily"), { class: "btn main" });

/** @param {FinishedGame} found */
function film(found) {
  const name = personText(found.name);
  const film = new Film({
    title: t("replayOf", { name }),
    name,
    frames: [...frames(found.replay)],
    actions: [...readTranscript(found.replay.transcript)].map(({ action }) => action),
    facts: () => facts(found),
  });
  offerAnalysis(film, found);
  return film;
}

/** @param {Film} film @param {FinishedGame} found */
function offerAnalysis(film, found) {
  const ask = button(t(found.won ? "analyse" : "whereLost"), async () => {
    ask.onclick = null;
    try {
      const { analyse } = await load(import("./analysis.js"), "solver");
      await analyse(film, found.id, ask);
    } catch (error) {
      film.below.replaceChildren();
      offerAnalysis(film, found);
      sayProblem(error);
    }
  });
  film.beside.replaceChildren(ask);
}
