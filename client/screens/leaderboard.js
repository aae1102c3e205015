import { t } from "../i18n/index.js";
import { me, now } from "../net/api.js";
import { leaderboard } from "../net/pages.js";
import { VARIANTS } from "../rules/variants.js";
import { addDays, addMonths, dayAt, isDay, revealOf } from "../state/dates.js";
import { boardTable } from "../view/boardtable.js";
import { byId, h, link } from "../view/dom.js";
import { dayText, monthText, numberText, shortDayText } from "../view/format.js";
import { ghostButton } from "../view/ghostrace.js";
import { nav } from "../view/nav.js";
import { variantName } from "../view/rulestext.js";
import { sorryPage } from "../view/sorry.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { LeaderboardPage } from "../net/messages.js" */
/** @typedef {LeaderboardPage["kind"]} Kind */
/** @typedef {{ kind: Kind, period: string, variant: string }} Board which leaderboard */

const KINDS = /** @type {const} */ (["daily", "best", "wins", "streak", "rating"]);
const DAILY_VARIANTS = ["addiction", "mini"];
const PAGE = 25;

/** One leaderboard, page by page. All that is chosen stands in the address. @type {import("../router.js").Screen} */
export default function leaderboardScreen(shell, kind = "daily", period = "", variant = "addiction") {
  const board = chosen(kind, period, variant);
  shell.title(`${t(`b_${board.kind}`)}, ${variantName(board.variant)}`);
  nav(shell, "boards");
  const place = h("section", { class: "panel", "aria-busy": "true" }, h("h2", {}, title(board)));
  byId("main").append(h("div", { class: "page" }, h("h1", {}, t("boards")), filters(board), place));
  const query = new URLSearchParams(location.search);
  const where = Object.fromEntries(
    ["after", "before", "around"].flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? ""]] : [])),
  );
  let isClosed = false;
  const self = me().catch(() => null);
  leaderboard(board.kind, board.period, board.variant, { ...where, limit: PAGE }).then(
    async (page) => {
      const reader = await self;
      if (!isClosed)
        place.replaceChildren(...shown(board, page, reader?.id ?? "", Object.keys(where).length > 0));
      place.removeAttribute("aria-busy");
    },
    async (error) => {
      const page = await sorryPage(error, link("/boards", t("boards"), { class: "btn" }));
      if (!isClosed) byId("main").replaceChildren(page);
    },
  );
  return () => {
    isClosed = true;
  };
}

/** What the address asks for, or what comes nearest. @type {(kind: string, period: string, variant: string) => Board} */
function chosen(kind, period, variant) {
  const known = KINDS.find((each) => each === kind) ?? "daily";
  const isKnown = VARIANTS.some(({ name }) => name === variant);
  const fits = known === "daily" ? isDay(period) : period === "all" || isDay(`${period}-01`);
  return {
    kind: known,
    period: fits ? period : defaultPeriod(known),
    variant: isKnown ? variant : "addiction",
  };
}

/** @type {(kind: Kind) => string} */
const defaultPeriod = (kind) =>
  kind === "daily" ? dayAt(now()) : kind === "rating" ? "all" : dayAt(now()).slice(0, 7);

/** @type {(board: Board) => string} */
const pathOf = ({ kind, period, variant }) => `/boards/${kind}/${period}/${variant}`;

/** @type {(board: Board) => string} */
const title = ({ kind, period, variant }) =>
  [t(`b_${kind}`), variantName(variant), kind !== "rating" && periodText(period)].filter(Boolean).join(" · ");

/** @type {(period: string) => string} */
const periodText = (period) =>
  period === "all" ? t("allTime") : isDay(period) ? dayText(period) : monthText(period);

// What can be chosen

/** @param {Board} board */
function filters(board) {
  const kinds = KINDS.map((kind) => {
    const keeps = (kind === "daily") === isDay(board.period) && kind !== "rating";
    const variant = kind === "rating" || DAILY_VARIANTS.includes(board.variant) ? board.variant : "addiction";
    return choice(
      { kind, variant, period: keeps ? board.period : defaultPeriod(kind) },
      t(`b_${kind}`),
      kind === board.kind,
    );
  });
  const names = board.kind === "rating" ? VARIANTS.map(({ name }) => name) : DAILY_VARIANTS;
  const variants = names.map((variant) =>
    choice({ ...board, variant }, variantName(variant), variant === board.variant),
  );
  return h(
    "div",
    { class: "filters" },
    group(t("kind"), kinds),
    group(t("variant"), variants),
    board.kind !== "rating" && group(t("period"), periods(board)),
  );
}

/** @type {(board: Board) => HTMLElement[]} */
function periods(board) {
  const today = dayAt(now());
  if (board.kind === "daily") return steps(board, today, addDays, shortDayText, t("today"));
  const month = today.slice(0, 7);
  const isAll = board.period === "all";
  return [
    choice({ ...board, period: "all" }, t("allTime"), isAll),
    ...(isAll
      ? [choice({ ...board, period: month }, t("thisMonth"), false)]
      : steps(board, month, addMonths, monthText, t("thisMonth"))),
  ];
}

/**
 * The period before, the present one, the one after if it has begun.
 * @type {(board: Board, present: string, add: (period: string, n: number) => string, text: (period: string) => string,
 *   presentText: string) => HTMLElement[]}
 */
function steps(board, present, add, text, presentText) {
  const { period } = board;
  const before = add(period, -1);
  const after = add(period, 1);
  return [
    choice({ ...board, period: before }, `‹ ${text(before)}`, false),
    choice(board, period === present ? presentText : text(period), true),
    ...(after < present ? [choice({ ...board, period: after }, `${text(after)} ›`, false)] : []),
    ...(period < present ? [choice({ ...board, period: present }, presentText, false)] : []),
  ];
}

/** @type {(name: string, links: HTMLElement[]) => HTMLElement} */
const group = (name, links) => h("nav", { class: "choices", "aria-label": name }, ...links);

/** @type {(board: Board, text: string, isCurrent: boolean) => HTMLElement} */
const choice = (board, text, isCurrent) =>
  link(pathOf(board), text, { class: "btn", ...(isCurrent && { "aria-current": "true" }) });

// What is shown

/** @type {(board: Board, page: LeaderboardPage, me: string, isPart: boolean) => HTMLElement[]} */
function shown(board, page, me, isPart) {
  const { rows, mine, size } = page;
  const isSealed = board.kind === "daily" && !mine && now() < revealOf(board.period);
  const path = pathOf(board);
  return [
    h("h2", {}, title(board)),
    h(
      "p",
      { class: "small soft" },
      t(/** @type {Key} */ (`bh_${board.kind}`)),
      isSealed && ` ${t("sealedYet")}`,
    ),
    own(page, path, isPart),
    rows.length
      ? h("div", { class: "wide" }, boardTable(page, { me, isSealed }))
      : h("p", { class: "soft" }, t(board.kind === "daily" ? "nobody" : "emptyBoard")),
    ghostRow(board, page, isSealed),
    h(
      "nav",
      { class: "row", "aria-label": t("pager") },
      page.before &&
        link(`${path}?before=${encodeURIComponent(page.before)}`, `‹ ${t("before")}`, { class: "btn" }),
      page.after &&
        link(`${path}?after=${encodeURIComponent(page.after)}`, `${t("after")} ›`, { class: "btn" }),
      h("span", { class: "small soft" }, size > 0 && t("inAll", { n: size, count: numberText(size) })),
    ),
  ];
}

/** Where one stands, and the ways there and back. @type {(page: LeaderboardPage, path: string, isPart: boolean) => HTMLElement} */
const own = ({ mine, size }, path, isPart) =>
  h(
    "div",
    { class: "row", hidden: !mine && !isPart },
    mine && h("b", { class: "grow" }, t("placeOf", { rank: numberText(mine.rank), of: numberText(size) })),
    mine && link(`${path}?around=me`, t("aroundMe"), { class: "btn" }),
    isPart && link(path, t("toTop"), { class: "btn" }),
  );

/** Whom of this page to race. @type {(board: Board, page: LeaderboardPage, isSealed: boolean) => HTMLElement} */
function ghostRow({ kind }, { rows, mine }, isSealed) {
  if (isSealed || (kind !== "daily" && kind !== "best")) return h("div", { hidden: true });
  const leader = rows.find(({ rank }) => rank === 1);
  const above = rows[rows.findIndex(({ player }) => player === mine?.player) - 1];
  return h(
    "div",
    { class: "row" },
    leader?.game && leader.player !== mine?.player && ghostButton(t("raceLeader"), leader.game),
    above?.game && above !== leader && ghostButton(t("raceAhead", { name: above.name }), above.game),
    mine?.game && ghostButton(t("raceYourBest"), mine.game),
  );
}
