import { t, timeText, variantName } from "../../i18n/index.js";
import { call, now, request } from "../../net/api.js";
import { groupBoard } from "../../net/play.js";
import { enterDaily, enterRoom } from "../../room/enter.js";
import { shareButtons } from "../../room/share-result.js";
import { DEFAULT_VARIANT } from "../../rules/variants.js";
import { impsColumn, scoreColumn, shufflesColumn, timeColumn } from "../../scores/columns.js";
import { rankedTable } from "../../scores/tables.js";
import { ownTimeZone } from "../../ui/browser.js";
import { dailyNumberText, dayHere } from "../../ui/dates.js";
import { button, h, link, siteName } from "../../ui/dom.js";
import { checkbox, checkboxLabel } from "../../ui/fields.js";
import { momentText, shortDayText } from "../../ui/format.js";
import { filledLater, item, note, row, tag } from "../../ui/parts.js";
import { toastError } from "../../ui/say.js";
import { showPages } from "../../ui/table.js";

/** @import { Context } from "./group.js" */

/** A daily among the members of a group. @param {wire.GroupBoard} board @param {string} me */
export const boardTable = ({ rows }, me) =>
  rankedTable(rows, me, [
    impsColumn(({ against_group: score }) => score, { head: t("againstGroup"), isMain: true }),
    againstWorld(rows),
    scoreColumn("hide-narrow"),
    timeColumn(),
    shufflesColumn(),
  ]);

/** @template {{ against_world?: number | null }} T @param {readonly T[]} rows */
export const againstWorld = (rows) =>
  rows.some(({ against_world: score }) => score != null) &&
  impsColumn((/** @type {T} */ { against_world: score }) => score, {
    head: t("againstWorld"),
    class: "hide-tiny",
  });

/** How the server names the daily of a group's own; the world's have the names of their variants. */
export const OWN_DAILY = "own";
/** The world's dailies. */
export const WORLD_DAILIES = [DEFAULT_VARIANT, "mini"];
/** The dailies of a group, those that it has chosen first. */
export const DAILIES = [OWN_DAILY, ...WORLD_DAILIES];

/** The name of a daily. @param {string} daily @param {string} [variant] of an own one */
export const dailyName = (daily, variant = "") =>
  daily === OWN_DAILY
    ? [t("ownDaily"), variant && variantName(variant)].filter(Boolean).join(": ")
    : variantName(daily);

/** Earlier dailies, loaded when they are opened. @param {string} daily @param {Context} context */
export function history(daily, context) {
  const details = h("details", h("summary.small", t("history")));
  const load = (/** @type {string} */ after) =>
    request(
      "GET groups/{group}/dailies/{variant}",
      { group: context.code, variant: daily, after },
      { signal: context.signal },
    );
  const dayItem = (/** @type {wire.GroupDay} */ { date, best, played, mine }) =>
    item(
      date,
      link(`/group/${context.code}/${date}`, shortDayText(date)),
      t("dayFacts", { n: played, names: best.join(", ") }),
      mine && tag(t("rankedAs", { rank: mine, n: played })),
    );
  return filledLater(details, () => showPages(details, load, dayItem, t("noHistory")));
}

/**
 * The own result of a daily among the members, to share. The text stands there before: a private group is named
 * only if its member wants that, and no link leads to it.
 * @type {(board: wire.GroupBoard, daily: string, context: Context) => HTMLElement | ""}
 */
export function shareOwn(board, daily, { code, group, me }) {
  const mine = board.rows.find(({ player }) => player === me);
  if (!mine?.game) return "";
  const name = checkbox(!group.private, { onchange: () => show() });
  const sentence = h("q");
  const show = () => {
    sentence.textContent = groupText(board, mine, daily, name.checked ? group.name : t("myGroup"));
  };
  show();
  const result = {
    get text() {
      return sentence.textContent ?? "";
    },
    game: mine.game,
    // The world's daily, an own one of a public group, or of a private group nothing.
    path: daily !== OWN_DAILY ? `/daily/${board.date}` : group.private ? "/" : `/group/${code}/${board.date}`,
  };
  return h(
    "div.stack.small.share-own",
    h("p.soft", sentence),
    group.private && checkboxLabel(name, t("nameGroup")),
    row(...shareButtons(result)),
  );
}

/** A result among the members, in a sentence that gives nothing away about the deal. @type {(board: wire.GroupBoard, mine: wire.GroupRow, daily: string, name: string) => string} */
const groupText = ({ date, rows, variant }, { won, rank, locked, time_ms, shuffles }, daily, name) =>
  t(won ? "shareInGroupWon" : "shareInGroup", {
    site: siteName(),
    date: `${daily === OWN_DAILY ? "" : dailyNumberText(date)} ${shortDayText(date)}`.trim(),
    variant: variantName(variant),
    time: timeText(time_ms),
    n: won ? shuffles : locked,
    rank,
    of: rows.length,
    name,
  });

/** A daily with the way to play it, its results among the members, and earlier ones; `more`: of one of the group's own. @type {(daily: string, { date, variant }: { date: string, variant: string }, way: Child, context: Context, more?: Child) => Promise<HTMLElement>} */
async function dailyPart(daily, { date, variant }, way, context, more) {
  const { code, group, me, signal } = context;
  const name = dailyName(daily, variant);
  const board = await groupBoard(code, daily, date, signal);
  const [n, of] = [board.rows.length, group.size];
  return h(
    "article.stack",
    { "aria-label": name },
    row(h("h3.grow", name), way),
    n ? boardTable(board, me) : h("p.soft", t("nobodyYet")),
    n > 0 && n < of && note(t("havePlayed", { n, of })),
    shareOwn(board, daily, context),
    more,
    board.world_rank && note(t("inTheWorld", { rank: board.world_rank, of: board.world_size ?? 0 })),
    history(daily, context),
  );
}

/** The way to play it, or the own result. Outsiders join with it, unless an owner has to let them in. @param {wire.GroupToday} today @param {Context} context */
function ownWay({ code, date, variant, mine, room }, { code: group, group: { role, approval } }) {
  const isMember = !!role && role !== "pending";
  if (!isMember && (role || approval)) return null;
  if (mine === "done") return link(`/group/${group}/${date}`, t("result"), "btn");
  if (room) return link(`/r/${room}`, t("goOn"), "btn main");
  const opened = async () => {
    if (!isMember) await call("POST groups/{group}/members", { group });
    return call("POST challenges/{challenge}/games", { challenge: code });
  };
  const text = t(isMember ? "playIt" : "joinAndPlay");
  return button(text, () => enterRoom(opened(), { name: variant }), "btn main", t("ownDaily"));
}

/** Today's dailies among the members, each with the way to play it. @param {Context} context */
export function todayPanel(context) {
  const season = link(`/group/${context.code}/${dayHere(now()).slice(0, 7)}`, t("season"), "btn");
  // Its heading does not fade while the rest is loaded.
  const expected = [context.group.today && OWN_DAILY, ...WORLD_DAILIES];
  const names = expected.map((daily) => daily && h("article.expected", h("h3", dailyName(daily))));
  const place = h("div.stack", { "aria-busy": "true" }, ...names);
  const panel = h("section.panel", row(h("h2.grow", t("todaysDailies")), season), place);
  showDailies(place, context).catch(toastError);
  return panel;
}

/** @param {HTMLElement} place @param {Context} context */
async function showDailies(place, context) {
  const { today } = context.group;
  const until = today && note(t("ownUntil", { time: momentText(today.closes_at) }));
  const own = today && dailyPart(OWN_DAILY, today, ownWay(today, context), context, until);
  const { dailies: list } = await request("GET dailies", { zone: ownTimeZone() }, { signal: context.signal });
  const world = list.map((daily) => dailyPart(daily.variant, daily, way(daily), context));
  const parts = await Promise.all([own, ...world]);
  place.replaceChildren(...parts.filter((part) => !!part), note(t("againstHelp")));
  place.removeAttribute("aria-busy");
}

/** The way to play a daily, or the own result. @param {wire.Daily} daily */
function way({ date, variant, attempt }) {
  if (attempt?.ended) return link(`/daily/${date}`, t("result"), "btn");
  if (attempt) return link(`/r/${attempt.room}`, t("goOn"), "btn main");
  return button(t("playIt"), () => enterDaily(date, variant, false), "btn", variantName(variant));
}
