import { t } from "../i18n/index.js";
import { Connection } from "../net/connection.js";
import { byId, link } from "../ui/dom.js";
import { go } from "../ui/router.js";

/** @import { Event } from "../net/messages.js" */
/** @import { PhaseContext } from "./screen.js" */

/** The pages that a result leads to: games, comparisons, races, players other than oneself. */
const OF_RESULT = /^\/(g|compare|race|p(?!\/me$))\/./;

/**
 * Stay in a room while one looks at what its result leads to: with a way back, and brought back by the next race. Call it
 * when the room is left; on any other page it does nothing.
 * @param {PhaseContext} room
 */
export function standBy({ code, session }) {
  if (!OF_RESULT.test(location.pathname)) return;
  const path = `/r/${code}`;
  const { url } = session.connection.options;
  const end = new AbortController();
  const follow = (/** @type {Event} */ event) => {
    if (!isStarting(event)) return;
    end.abort();
    void go(path);
  };
  const onState = (/** @type {string} */ state) => state === "closed" && end.abort();
  const connection = new Connection({ url, isSpectator: false, onEvent: follow, onState });
  const wayBack = link(path, t("toRoom"), { class: "btn small" });
  const top = byId("top");
  const show = () => {
    if (!OF_RESULT.test(location.pathname)) return end.abort();
    if (!wayBack.isConnected) top.lastElementChild?.before(wayBack);
  };
  // Each page makes the header anew.
  const pages = new MutationObserver(show);
  end.signal.addEventListener("abort", () => {
    pages.disconnect();
    connection.close();
    wayBack.remove();
  });
  pages.observe(top, { childList: true });
  show();
}

/** Whether a race begins, or has begun since the room was left. @param {Event} event */
const isStarting = (event) =>
  event.t === "starting" || (event.t === "welcome" && !!event.room.race && !event.room.race.standings);
