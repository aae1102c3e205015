import { t, variantName } from "../../i18n/index.js";
import { now, self } from "../../net/api.js";
import { leaderboard, raceNow } from "../../net/play.js";
import { enterRoom, ghostButton } from "../../room/enter.js";
import { DEFAULT_VARIANT, VARIANTS } from "../../rules/variants.js";
import { explained } from "../../scores/daily.js";
import { leftOut } from "../../scores/evidence.js";
import { leaderboardTable } from "../../scores/tables.js";
import {
  addDays,
  addMonths,
  addWeeks,
  dayHere,
  isDay,
  isWeek,
  mondayOf,
  revealAt,
  weekOf,
} from "../../ui/dates.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { dayText, momentText, monthText, shortDayText } from "../../ui/format.js";
import { note, row, scrollable } from "../../ui/parts.js";
import { knownPlayer } from "../../ui/preferences.js";
import { showError } from "../../ui/router.js";

/** @import { Key } from "../../i18n/index.js" */
/** @import { LeaderboardPage } from "../../net/messages.js" */
/** @import { Page } from "../../ui/router.js" */
/** @typedef {LeaderboardPage["kind"]} Kind */
/** @typedef {{ kind: Kind, period: string, variant: string, among: "" | "friends" }} Leaderboard which one */

const KINDS = /** @type {const} */ (["daily", "duplicate", "streak", "rating", "programs"]);
const DAILY_VARIANTS = [DEFAULT_VARIANT, "mini"];
const PAGE_SIZE = 25;
/** Which part of the leaderboard the query of the address names. */
const PARTS = ["after", "around"];

/** A leaderboard, page by page. Everything that is chosen stands in the address. @param {Page} page @param {string} [kind] @param {string} [period] @param {string} [variant] */
export default async function leaderboardScreen({ shell, signal }, kind = "", period = "", variant = "") {
  const board = chosen(kind, period, variant);
  shell.title(`${t(`b_${board.kind}`)}, ${variantName(board.variant)}`);
  const place = h("section.panel", { "aria-busy": "true" }, h("h2", title(board)));
  const choices = filters(board);
  byId("main").append(h("div.page", h("h1", t("n_boards")), choices, place));
  const part = Object.fromEntries(
    [...new URLSearchParams(location.search)].filter(([name]) => PARTS.includes(name)),
  );
  try {
    const query = { ...part, among: board.among, limit: PAGE_SIZE };
    const [page, player] = await Promise.all([
      leaderboard(board.kind, board.period, board.variant, query, signal),
      self(signal).catch(() => null),
    ]);
    place.replaceChildren(...pageOf(board, page, player?.id ?? "", Object.keys(part).length > 0));
    place.removeAttribute("aria-busy");
    showEarlier(choices, board, page);
  } catch (error) {
    await showError(error, signal, link("/boards", t("n_boards"), { class: "btn" }));
  }
}

/** The leaderboard of the address, or the nearest that there is. @type {(kind: string, period: string, variant: string) => Leaderboard} */
function chosen(kind, period, variant) {
  const known = KINDS.find((each) => each === kind) ?? "daily";
  const isKnown = VARIANTS.some(({ name }) => name === variant);
  return {
    kind: known,
    period: fits(known, period) ? period : defaultPeriod(known),
    variant: isKnown ? variant : DEFAULT_VARIANT,
    among: new URLSearchParams(location.search).get("among") ? "friends" : "",
  };
}

/** Whether a leaderboard has a period. @type {(kind: Kind, period: string) => boolean} */
function fits(kind, period) {
  if (kind === "daily") return isDay(period);
  return isDay(`${period}-01`) || (kind === "duplicate" ? isWeek(period) : period === "all");
}

/** Whether a leaderboard ranks by ratings: those have one period, and all variants. @type {(kind: Kind) => boolean} */
const isOfRatings = (kind) => kind === "rating" || kind === "programs";

/** @type {(board: Leaderboard) => boolean} */
const isToday = ({ kind, period }) => kind === "daily" && period === dayHere(now());

/** @type {(kind: Kind) => string} */
const defaultPeriod = (kind) =>
  kind === "daily" ? dayHere(now()) : isOfRatings(kind) ? "all" : dayHere(now()).slice(0, 7);

/** @type {(board: Leaderboard) => string} */
const pathOf = ({ kind, period, variant, among }) =>
  `/boards/${kind}/${period}/${variant}${among && `?among=${among}`}`;

/** @type {(board: Leaderboard) => string} */
const title = ({ kind, period, variant }) =>
  [t(`b_${kind}`), variantName(variant), !isOfRatings(kind) && periodText(period)]
    .filter(Boolean)
    .join(" · ");

/** @type {(period: string) => string} */
const periodText = (period) =>
  period === "all"
    ? t("allTime")
    : isWeek(period)
      ? t("weekFrom", { date: shortDayText(mondayOf(period)) })
      : isDay(period)
        ? dayText(period)
        : monthText(period);

// What can be chosen

/** @param {Leaderboard} board */
function filters(board) {
  const kinds = KINDS.map((kind) => {
    const keeps = fits(kind, board.period) && !isOfRatings(kind);
    const variant =
      isOfRatings(kind) || DAILY_VARIANTS.includes(board.variant) ? board.variant : DEFAULT_VARIANT;
    return choice(
      { ...board, kind, variant, period: keeps ? board.period : defaultPeriod(kind) },
      t(`b_${kind}`),
      kind === board.kind,
    );
  });
  const names = isOfRatings(board.kind) ? VARIANTS.map(({ name }) => name) : DAILY_VARIANTS;
  const variants = names.map((variant) =>
    choice({ ...board, variant }, variantName(variant), variant === board.variant),
  );
  const people = /** @type {const} */ (["", "friends"]).map((among) =>
    choice({ ...board, among }, t(among || "everyone"), among === board.among),
  );
  return h(
    "div.filters",
    group(t("kind"), kinds),
    group(t("variant"), variants),
    knownPlayer() && group(t("among"), people),
    !isOfRatings(board.kind) && group(t("period"), periods(board)),
  );
}

/** @type {(board: Leaderboard) => HTMLElement[]} */
function periods(board) {
  const today = dayHere(now());
  if (board.kind === "daily") return steps(board, today, addDays, shortDayText, t("today"));
  const month = today.slice(0, 7);
  if (board.kind === "duplicate") return weeksAndMonths(board, weekOf(today), month);
  const isAll = board.period === "all";
  return [
    choice({ ...board, period: "all" }, t("allTime"), isAll),
    ...(isAll
      ? [choice({ ...board, period: month }, t("thisMonth"), false)]
      : steps(board, month, addMonths, monthText, t("thisMonth"))),
  ];
}

/** Links to weeks or to months, and to the current one of the others. @type {(board: Leaderboard, week: string, month: string) => HTMLElement[]} */
function weeksAndMonths(board, week, month) {
  return isWeek(board.period)
    ? [
        ...steps(board, week, addWeeks, periodText, t("thisWeek")),
        choice({ ...board, period: month }, t("thisMonth"), false),
      ]
    : [
        choice({ ...board, period: week }, t("thisWeek"), false),
        ...steps(board, month, addMonths, monthText, t("thisMonth")),
      ];
}

/**
 * Links to an earlier period, the chosen one, the one after if it has begun, and the current one. Until the page says
 * which earlier one has rows, its link keeps a place, so that nothing shifts.
 * @type {(board: Leaderboard, current: string, add: (period: string, n: number) => string, text: (period: string) => string,
 *   currentText: string) => HTMLElement[]}
 */
function steps(board, current, add, text, currentText) {
  const { period } = board;
  const after = add(period, 1);
  return [
    h("span.btn.earlier", `‹ ${text(add(period, -1))}`),
    choice(board, period === current ? currentText : text(period), true),
    ...(after < current ? [choice({ ...board, period: after }, `${text(after)} ›`, false)] : []),
    ...(period < current ? [choice({ ...board, period: current }, currentText, false)] : []),
  ];
}

/** Let the place of the earlier period lead to the latest one that has rows. @param {HTMLElement} choices @param {Leaderboard} board @param {LeaderboardPage} page */
function showEarlier(choices, board, { earlier }) {
  const place = choices.querySelector(".earlier");
  if (!earlier) return place?.remove();
  const text = isDay(earlier) ? shortDayText(earlier) : periodText(earlier);
  place?.replaceWith(choice({ ...board, period: earlier }, `‹ ${text}`, false));
}

/** @type {(name: string, links: HTMLElement[]) => HTMLElement} */
const group = (name, links) => h("nav.choices", { "aria-label": name }, ...links);

/** @type {(board: Leaderboard, text: string, isCurrent: boolean) => HTMLElement} */
const choice = (board, text, isCurrent) =>
  link(pathOf(board), text, { class: "btn", ...(isCurrent && { "aria-current": "true" }) });

// What is shown

/** @type {(board: Leaderboard, page: LeaderboardPage, me: string, isPart: boolean) => (HTMLElement | string)[]} */
function pageOf(board, page, me, isPart) {
  const { items: rows, size } = page;
  const sealedUntil = board.kind === "daily" ? revealAt(board.period) : 0;
  const path = pathOf(board);
  return [
    h("h2", title(board)),
    note(
      t(/** @type {Key} */ (`bh_${board.kind}`)),
      now() < sealedUntil && ` ${t("sealedYet", { time: momentText(sealedUntil) })}`,
    ),
    ownRank(page, board, isPart),
    rows.length
      ? scrollable(leaderboardTable(page, { me }))
      : h("p.soft", t(isToday(board) ? "nobodyYet" : board.kind === "daily" ? "nobody" : "emptyBoard")),
    wayOn(board, page),
    board.kind === "duplicate" ? explained() : "",
    ghostRow(board, page),
    page.flagged?.length ? leftOut(page.flagged) : "",
    h(
      "nav.row",
      { "aria-label": t("pager") },
      page.previous && link(`${path}?after=${page.previous}`, `‹ ${t("before")}`, { class: "btn" }),
      page.next && link(`${path}?after=${page.next}`, `${t("after")} ›`, { class: "btn" }),
      size > 0 && h("span.small.soft", t("inAll", { n: size })),
    ),
  ];
}

/** What to play to stand on this leaderboard: on an empty one, and on today's while one has not played. @type {(board: Leaderboard, page: LeaderboardPage) => HTMLElement | string} */
function wayOn(board, { mine, items: rows }) {
  const { kind, variant } = board;
  const isOpen = kind === "daily" ? isToday(board) && !mine : !rows.length && kind !== "programs";
  if (!isOpen) return "";
  const attributes = { class: rows.length ? "btn" : "btn main big" };
  const race = () => enterRoom(raceNow(variant));
  return h(
    "p",
    kind === "rating" ? button(t("raceNow"), race, attributes) : link("/daily", t("playToday"), attributes),
  );
}

/** The own rank, and links to it and back to the top; friends are all on one page. @type {(page: LeaderboardPage, board: Leaderboard, isPart: boolean) => HTMLElement} */
const ownRank = ({ mine, size }, board, isPart) =>
  h(
    "div.row",
    { hidden: !mine && !isPart },
    mine && h("b.grow", t("placeOf", { rank: mine.rank, of: size })),
    mine && !board.among && link(`${pathOf(board)}?around=me`, t("aroundMe"), { class: "btn" }),
    isPart && link(pathOf(board), t("toTop"), { class: "btn" }),
  );

/** Buttons that race the ghosts of this page. @type {(board: Leaderboard, page: LeaderboardPage) => HTMLElement} */
function ghostRow({ kind }, { items: rows, mine }) {
  if (kind !== "daily") return h("div", { hidden: true });
  const leader = rows.find(({ rank }) => rank === 1);
  const above = rows[rows.findIndex(({ player }) => player === mine?.player) - 1];
  return row(
    leader?.game && leader.player !== mine?.player && ghostButton(t("raceLeader"), leader.game),
    above?.game && above !== leader && ghostButton(t("raceAhead", { name: above.name }), above.game),
    mine?.game && ghostButton(t("raceYourBest"), mine.game),
  );
}
