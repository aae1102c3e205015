import { t, variantName } from "../i18n/index.js";
import { now } from "../net/api.js";
import { groupBoard } from "../net/groups.js";
import { dailies, playDaily } from "../net/play.js";
import { enterRoom } from "../room/enter.js";
import { dayAt } from "../ui/dates.js";
import { button, h, link } from "../ui/dom.js";
import { toastError } from "../ui/say.js";
import { boardTable } from "./board.js";
import { history } from "./history.js";
import { shareOwn } from "./share.js";

/** @import { Daily } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/** Today's dailies among the members, each with the way to play it. @param {Context} context */
export function todayPanel(context) {
  const season = link(`/group/${context.code}/${dayAt(now()).slice(0, 7)}`, t("season"), { class: "btn" });
  // Its heading does not fade while the rest is loaded.
  const place = h("div", { class: "stack", "aria-busy": "true" });
  const panel = h(
    "section",
    { class: "panel" },
    h("div", { class: "row" }, h("h2", { class: "grow" }, t("todaysDailies")), season),
    place,
  );
  showDailies(place, context).catch(toastError);
  return panel;
}

/** @param {HTMLElement} place @param {Context} context */
async function showDailies(place, context) {
  const { today } = context.group;
  const own = today && import("./own.js").then(({ ownPart }) => ownPart(today, context));
  const { dailies: list } = await dailies("", context.signal);
  const parts = await Promise.all([own, ...list.map((daily) => dailyPart(daily, context))]);
  place.append(...parts.filter((part) => !!part), h("p", { class: "small soft" }, t("againstHelp")));
  place.removeAttribute("aria-busy");
}

/** @param {Daily} daily @param {Context} context */
async function dailyPart(daily, context) {
  const { code, me, signal } = context;
  const { date, variant } = daily;
  const board = await groupBoard(code, variant, date, signal);
  return h(
    "article",
    { class: "stack", "aria-label": variantName(variant) },
    h("div", { class: "row" }, h("h3", { class: "grow" }, variantName(variant)), way(daily)),
    board.rows.length
      ? h("div", { class: "scroll-x" }, boardTable(board, me))
      : h("p", { class: "soft" }, t("nobodyYet")),
    shareOwn(board, variant, context),
    board.world_rank &&
      h("p", { class: "small soft" }, t("inTheWorld", { rank: board.world_rank, of: board.world_size ?? 0 })),
    history(variant, context),
  );
}

/** The way to play a daily, or the own result. @param {Daily} daily */
function way({ date, variant, attempt }) {
  if (attempt?.ended) return link(`/daily/${date}`, t("result"), { class: "btn" });
  if (attempt) return link(`/r/${attempt.room}`, t("goOn"), { class: "btn main" });
  const play = () => enterRoom(playDaily(date, variant, false), { name: variant });
  return button(t("playIt"), play, {
    "aria-label": `${t("playIt")}: ${variantName(variant)}`,
  });
}
