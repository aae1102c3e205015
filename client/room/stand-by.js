import { t } from "../i18n/index.js";
import { Connection } from "../net/connection.js";
import { byId, link } from "../ui/dom.js";
import { go } from "../ui/router.js";
import { roomSocket } from "./session.js";

/** @import { Event } from "../net/messages.js" */

/** The pages that a result leads to: games, comparisons, races, players other than oneself. */
const OF_RESULT = /^\/(g|compare|race|p(?!\/me$))\/./;

/**
 * Stay in a room while one looks at what its result leads to: with a way back, and brought back by the next race. Call it
 * when the room is left; on any other page it does nothing. @param {string} code of the room
 */
export function standBy(code) {
  if (!OF_RESULT.test(location.pathname)) return;
  const path = `/r/${code}`;
  const end = new AbortController();
  const follow = (/** @type {Event} */ event) => {
    if (!isStarting(event)) return;
    end.abort();
    void go(path);
  };
  const connection = new Connection({
    url: roomSocket(code),
    isSpectator: false,
    onEvent: follow,
    onState: (state) => state === "closed" && end.abort(),
  });
  end.signal.addEventListener("abort", () => connection.close());
  const onPage = () => {
    if (!OF_RESULT.test(location.pathname)) return end.abort();
    byId("top").lastElementChild?.before(link(path, t("toRoom"), { class: "btn small" }));
  };
  addEventListener("page", onPage, { signal: end.signal });
}

/** Whether a race begins, or has begun since the room was left. @param {Event} event */
const isStarting = (event) =>
  event.t === "starting" || (event.t === "welcome" && !!event.room.race && !event.room.race.standings);
