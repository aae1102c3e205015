import { t, variantName } from "../../i18n/index.js";
import { call, now, self } from "../../net/api.js";
import { leaderboard } from "../../net/play.js";
import { enterRoom, ghostButtons } from "../../room/enter.js";
import { DEFAULT_VARIANT } from "../../rules/variants.js";
import { explained } from "../../scores/daily.js";
import { leftOut } from "../../scores/evidence.js";
import { leaderboardSections, sectionsOf } from "../../scores/tables.js";
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
import { select, VARIANT_NAMES } from "../../ui/fields.js";
import { dayText, momentText, monthText, shortDayText } from "../../ui/format.js";
import { note } from "../../ui/parts.js";
import { go, showError } from "../../ui/router.js";

/** @typedef {wire.LeaderboardPage["kind"]} Kind */
/** @typedef {{ kind: Kind, period: string, variant: string }} Leaderboard which one */

const KINDS = /** @type {const} */ (["daily", "duplicate", "streak", "rating", "programs"]);
const DAILY_VARIANTS = ["mini", DEFAULT_VARIANT];
/** Rows of the top, of the world around the player, and of a page of all. */
const [TOP, AROUND, ALL] = [3, 7, 25];

/** A leaderboard: friends, groups, the world around the player, its top. Everything that is chosen stands in the address. @param {Page} page @param {string} [kind] @param {string} [period] @param {string} [variant] */
export default async function leaderboardScreen({ shell, signal }, kind = "", period = "", variant = "") {
  const board = chosen(kind, period, variant);
  shell.title(
    [title(board), board.kind !== "streak" && variantName(board.variant)].filter(Boolean).join(", "),
  );
  const place = h("section.panel", { "aria-busy": "true" });
  const choices = filters(board);
  byId("main").append(h("div.page", h("h1", t("n_boards")), choices, place));
  try {
    place.replaceChildren(...(await found()));
    place.removeAttribute("aria-busy");
    place.classList.toggle("empty", !place.querySelector("table"));
  } catch (error) {
    await showError(error, signal, link("/boards", t("n_boards"), "btn"));
  }

  async function found() {
    const query = new URLSearchParams(location.search);
    const isWhole = query.has("all");
    const part = isWhole
      ? { after: query.get("all") ?? "", limit: ALL }
      : { around: "me", with: "people", limit: AROUND };
    const of = (/** @type {import("../../net/play.js").PageQuery} */ part) =>
      leaderboard(board.kind, board.period, board.variant, part, signal);
    const [page, player] = await Promise.all([of(part), self(signal).catch(() => null)]);
    const top = !isWhole && page.previous ? await of({ limit: TOP }) : null;
    // Its place leads to the latest earlier period that has rows.
    const earlier = page.earlier ? [step({ ...board, period: page.earlier }, "‹")] : [];
    choices.querySelector(".earlier")?.replaceWith(...earlier);
    return pageOf(board, page, top, player?.id ?? "", isWhole);
  }
}

/** The leaderboard of the address, or the nearest that there is. @type {(kind: string, period: string, variant: string) => Leaderboard} */
function chosen(kind, period, variant) {
  const known = KINDS.find((each) => each === kind) ?? "daily";
  const isKnown = VARIANT_NAMES.includes(variant);
  return {
    kind: known,
    period: fits(known, period) ? period : currentPeriod(known),
    variant: isKnown ? variant : DAILY_VARIANTS[0],
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

/** @type {(kind: Kind, isByWeek?: boolean) => string} */
function currentPeriod(kind, isByWeek = false) {
  const today = dayHere(now());
  if (kind === "daily") return today;
  return kind === "duplicate" ? (isByWeek ? weekOf(today) : today.slice(0, 7)) : "all";
}

/** @type {(board: Leaderboard) => string} */
const pathOf = ({ kind, period, variant }) => `/boards/${kind}/${period}/${variant}`;

/** @type {(board: Leaderboard) => string} */
const title = ({ kind, period }) =>
  isOfRatings(kind) ? t(`b_${kind}`) : `${t(`b_${kind}`)}, ${periodText(period)}`;

/** @type {(period: string) => string} */
const periodText = (period) =>
  period === "all"
    ? t("allTime")
    : isWeek(period)
      ? t("weekFrom", { date: shortDayText(mondayOf(period)) })
      : isDay(period)
        ? dayText(period)
        : monthText(period);

// The choices

/** The kinds of leaderboards, by the names of the choices: the duplicate ones are of a week or of a month. */
const CHOICES = /** @type {const} */ ({
  day: "daily",
  week: "duplicate",
  month: "duplicate",
  streak: "streak",
  rating: "rating",
  programs: "programs",
});

/** @type {(board: Leaderboard) => string} */
const choiceOf = ({ kind, period }) =>
  kind === "daily" ? "day" : kind === "duplicate" ? (isWeek(period) ? "week" : "month") : kind;

/** @param {Leaderboard} board */
function filters(board) {
  const names = isOfRatings(board.kind) ? VARIANT_NAMES : DAILY_VARIANTS;
  const leads =
    (/** @type {(value: string) => string} */ path) =>
    (/** @type {any} */ { target }) =>
      go(path(target.value));
  const other = (/** @type {string} */ name) => {
    const kind = CHOICES[/** @type {keyof typeof CHOICES} */ (name)];
    const variant =
      isOfRatings(kind) || DAILY_VARIANTS.includes(board.variant) ? board.variant : DAILY_VARIANTS[0];
    return { kind, period: currentPeriod(kind, name === "week"), variant };
  };
  return h(
    "div.row.filters",
    select(Object.keys(CHOICES), (name) => t(/** @type {Key} */ (`by_${name}`)), choiceOf(board), {
      "aria-label": t("kind"),
      onchange: leads((name) => pathOf(other(name))),
    }),
    board.kind !== "streak" &&
      select(names, variantName, board.variant, {
        "aria-label": t("variant"),
        onchange: leads((variant) => pathOf({ ...board, variant })),
      }),
    !isOfRatings(board.kind) && steps(board),
  );
}

/**
 * The chosen period, between an earlier one and the one after, if it has begun. Until the page says which earlier one has
 * rows, its link keeps a place, so that nothing shifts.
 * @param {Leaderboard} board
 */
function steps(board) {
  const { period } = board;
  const add = isDay(period) ? addDays : isWeek(period) ? addWeeks : addMonths;
  const current = isDay(period) ? currentPeriod("daily") : currentPeriod("duplicate", isWeek(period));
  const next = period !== "all" && period < current && add(period, 1);
  return h(
    "nav.row.grow",
    { "aria-label": t("period") },
    h("span.btn.earlier", "‹"),
    h("b", isToday(board) ? t("today") : isDay(period) ? shortDayText(period) : periodText(period)),
    next && step({ ...board, period: next }, "›"),
  );
}

/** @type {(board: Leaderboard, sign: string) => HTMLElement} */
const step = (board, sign) =>
  link(pathOf(board), sign, { class: "btn", "aria-label": periodText(board.period) });

// The page

/** @type {(board: Leaderboard, page: wire.LeaderboardPage, top: wire.LeaderboardPage | null, me: string, isWhole: boolean) => (HTMLElement | string)[]} */
function pageOf(board, page, top, me, isWhole) {
  const { flagged = [], items, kind, mine, next, previous, size } = page;
  const sealedUntil = kind === "daily" ? revealAt(board.period) : 0;
  const sections = isWhole ? [{ rows: items }] : sectionsOf(page, top);
  const path = pathOf(board);
  return [
    h("h2.visually-hidden", title(board)),
    kind !== "daily" && note(t(/** @type {Key} */ (`bh_${kind}`))),
    size || sections.length
      ? leaderboardSections(kind, sections, me)
      : h("p.soft", t(isToday(board) ? "nobodyYet" : kind === "daily" ? "nobody" : "emptyBoard")),
    wayOn(board, page),
    kind === "duplicate" ? explained() : "",
    mine && kind === "daily" ? ghostButtons((top ?? page).items[0], items, mine) : "",
    flagged.length ? leftOut(flagged) : "",
    h(
      "nav.row",
      { "aria-label": t("pager") },
      isWhole && link(path, t("mainPart"), "btn"),
      isWhole && previous && link(`${path}?all=${previous}`, `‹ ${t("before")}`, "btn"),
      isWhole && next && link(`${path}?all=${next}`, `${t("after")} ›`, "btn"),
      !isWhole && (next || previous) && link(`${path}?all=`, t("wholeBoard"), "btn"),
      size > 0 && h("span.small.soft", t("inAll", { n: size })),
    ),
    kind === "daily" &&
      note(t("bh_daily"), now() < sealedUntil && ` ${t("sealedYet", { time: momentText(sealedUntil) })}`),
  ].filter((part) => part !== false);
}

/** The way to a place on this leaderboard: on an empty one, and on today's while one has not played. @type {(board: Leaderboard, page: wire.LeaderboardPage) => HTMLElement | string} */
function wayOn(board, { mine, items: rows }) {
  const { kind, variant } = board;
  const isOpen = kind === "daily" ? isToday(board) && !mine : !rows.length && kind !== "programs";
  if (!isOpen) return "";
  const attributes = { class: rows.length ? "btn" : "btn main big" };
  const race = () => enterRoom(call("POST races", { variant }));
  return h(
    "p",
    kind === "rating" ? button(t("raceNow"), race, attributes) : link("/daily", t("playToday"), attributes),
  );
}
