import { t, timeText } from "../i18n/index.js";
import { raceStandings } from "../net/races.js";
import { playerLink } from "../profile/link.js";
import { playerTag } from "../profile/tag.js";
import { botTag } from "../room/bots.js";
import { h, icon, link } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { numberText } from "../ui/numbers.js";
import { LongList } from "./list.js";
import { searchField } from "./search.js";

/** @import { Standing } from "../net/messages.js" */
/** The results that are known before anything is asked: the best ones, how many there are, and the own one: null if there is none, undefined if that is not known. @typedef {{ best: Standing[], total: number, own?: Standing | null }} Known */

/**
 * All results of a large race: a list to scroll through and to search, above it the own one.
 * @type {(race: string, known: Known, signal: AbortSignal) => HTMLElement}
 */
export function longStandings(race, { best, total, own }, signal) {
  let wanted = "";
  let me = own?.player;
  const ownPlace = h("div", { class: "long-own" });
  const nobody = h("p", { class: "soft long-nobody", role: "status", hidden: true }, t("nobodyFound"));
  const showOwn = (/** @type {Standing} */ mine) => {
    me = mine.player;
    ownPlace.replaceChildren(h("ul", { class: "long-rows" }, row(mine, me)));
  };
  const ask = async (/** @type {number} */ offset) => {
    const text = wanted;
    try {
      const found = await raceStandings(race, offset, text, signal);
      if (text !== wanted) return;
      if (found.own) showOwn(found.own);
      list.take(offset, { total: found.total, rows: found.standings });
      nobody.hidden = found.total > 0;
    } catch (error) {
      list.forget(offset);
      await toastError(error);
    }
  };
  /** @type {LongList<Standing>} */
  const list = new LongList({ label: t("wholeStandings"), ask, draw: (each) => row(each, me) }, signal);
  const search = searchField((text) => {
    wanted = text;
    list.restart();
  }, signal);
  if (own) showOwn(own);
  list.take(0, { total, rows: best });
  if (own === undefined) void ask(0);
  return h(
    "section",
    { class: "panel long-standings" },
    h("h2", {}, t("wholeStandings"), " ", h("small", { class: "soft numbers" }, numberText(total))),
    search,
    ownPlace,
    h("div", { class: "long-frame" }, list.element, nobody),
  );
}

/** A result in a line; undefined: it is not there yet. @type {(standing?: Standing, me?: string) => HTMLElement} */
function row(standing, me) {
  if (!standing) return h("li", { class: "waiting" }, "…");
  const { bot, game, locked, name, player, rank, time_ms, won } = standing;
  return h(
    "li",
    { "data-key": game, class: player === me ? "me" : "" },
    h("span", { class: "rank numbers" }, numberText(rank)),
    h("b", { class: "grow" }, won && "★ ", bot ? name : playerLink(player, name), playerTag(player)),
    !!bot && botTag(bot),
    h("span", { class: "numbers" }, h("span", { class: "visually-hidden" }, `${t("lockedShort")} `), locked),
    h("span", { class: "time numbers" }, timeText(time_ms)),
    link(`/g/${game}`, icon("start"), {
      class: "btn quiet icon",
      "aria-label": t("replayOf", { name }),
    }),
  );
}
