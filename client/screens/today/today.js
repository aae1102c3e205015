import { dotted, t, timeText, variantName } from "../../i18n/index.js";
import { now, request, self } from "../../net/api.js";
import { leaderboard } from "../../net/play.js";
import { enterDaily, inviteFriends, QUICK_VARIANT, raceAnyone } from "../../room/enter.js";
import { ROWS } from "../../rules/board.js";
import { DEFAULT_VARIANT, parseVariant } from "../../rules/variants.js";
import { cardCount } from "../../scores/deals.js";
import { addDays, dayHere, revealAt } from "../../ui/dates.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { dateText, momentText, spanText, weekdayLetter, weekdayText } from "../../ui/format.js";
import { load, loadExtra } from "../../ui/load.js";
import { folded, note, row, stack } from "../../ui/parts.js";
import { isMarked, keepRoom, lastRoom } from "../../ui/preferences.js";
import { every } from "../../ui/timers.js";
import { alone, announcement, fetchSoloSoon, foot, ownToday, practice } from "./ways.js";

/** How often it is looked whether today is another day (ms). */
const DAY_CHECK_MS = 20_000;
const WEEK = 7;
/** Show the day, its dailies, and the next ones once they begin. @param {HTMLElement} day @param {HTMLElement} second the second act @param {HTMLElement} friends @param {HTMLElement} before how the last ones could have been won @param {AbortSignal} signal */
async function showToday(day, second, friends, before, signal) {
  const timeLeft = h("b.figure");
  /** @type {wire.DailyList | null} */
  let today = null;
  let tiles = new AbortController();
  const show = async () => {
    today = await ownToday(signal);
    const [mini, ...others] = [...today.dailies].sort((a) => (a.variant === QUICK_VARIANT ? -1 : 1));
    const [boards] = await Promise.all([
      Promise.all(
        today.dailies.map((daily) => boardOfPeople(daily, daily === mini && knowsPeople(), signal)),
      ),
      // The story of a result is shown together with it.
      mini.attempt?.ended && import("../../room/share-result.js").catch(() => {}),
    ]);
    const boardOf = (/** @type {wire.Daily} */ { variant }) =>
      boards.find((board) => board?.variant === variant) ?? null;
    signal.throwIfAborted();
    day.replaceChildren(head(today, timeLeft), firstAct(mini, today, boardOf(mini), signal));
    second.replaceChildren(...others.map((daily) => secondAct(daily, boardOf(daily))));
    showRemaining(timeLeft, today);
    tiles.abort();
    tiles = new AbortController();
    const shown = AbortSignal.any([signal, tiles.signal]);
    const played = today.streak?.week ?? [];
    if (played.length && !before.childElementCount)
      loadExtra(import("./solution.js"), (found) => found.showSolutions(before, played, signal));
    const people = boardOf(mini);
    if (people && knowsPeople())
      loadExtra(import("./tiles.js"), ({ showTiles }) => showTiles(friends, people, shown));
  };
  every(DAY_CHECK_MS, () => showRemaining(timeLeft, today) || show().catch(() => {}), signal);
  await show();
}

/** Whether the player has friends or groups. */
const knowsPeople = () => isMarked("friends") || isMarked("groups");

/** The leaderboard of a daily among friends and groups: once the player has finished, or if it is wanted before. @type {(daily: wire.Daily, isWanted: boolean, signal: AbortSignal) => Promise<wire.LeaderboardPage | null>} */
const boardOfPeople = async ({ attempt, date, variant }, isWanted, signal) =>
  attempt?.ended || isWanted
    ? leaderboard("daily", date, variant, { limit: 1, with: "people" }, signal).catch(() => null)
    : null;

/** Show how long today still lasts; return whether it does, as far as is known. @type {(element: HTMLElement, today: wire.DailyList | null) => boolean} */
function showRemaining(element, today) {
  const left = (today?.until ?? Infinity) - now();
  element.textContent = left > 0 && left < Infinity ? spanText(left) : "";
  return left > 0;
}

// The day

/** @type {(today: Pick<wire.DailyList, "date" | "streak">, timeLeft: HTMLElement) => HTMLElement} */
const head = ({ date, streak }, timeLeft) =>
  h(
    "header.stack.day",
    h(
      "div.row",
      h("h1.date.grow", weekdayText(date), " ", h("span.soft", dateText(date))),
      h("div.next", h("small.soft", t("nextDeal")), timeLeft),
    ),
    streak && (streak.days || streak.week.length) ? week(date, streak) : "",
  );

/** The last seven days, and the streak that they make. @type {(today: string, streak: wire.Streak) => HTMLElement} */
function week(today, { days, saved, week: played, forgiven }) {
  const dates = Array.from({ length: WEEK }, (_, i) => addDays(today, i + 1 - WEEK));
  const state = (/** @type {string} */ date) =>
    played.includes(date) ? "played" : forgiven.includes(date) ? "forgiven" : "missed";
  return stack(
    h(
      "ol.week",
      { "aria-label": t("week") },
      ...dates.map((date) =>
        h(
          "li",
          {
            class: `${state(date)} ${date === today ? "now" : ""}`,
            "aria-label": `${weekdayText(date)}: ${t(`day_${state(date)}`)}`,
          },
          h("small", weekdayLetter(date)),
          h("b.figure", state(date) === "forgiven" ? "✻" : String(Number(date.slice(8)))),
        ),
      ),
    ),
    days > 0 &&
      h("p.row", h("b", t("daysInARow", { n: days })), saved > 0 && note("✻ ", t("savedDays", { n: saved }))),
    forgiven.includes(addDays(today, -1)) && note(t("forgivenDay")),
  );
}

// The games

/** Today's small one: to be played, or how it went. @type {(daily: wire.Daily, today: wire.DailyList, board: wire.LeaderboardPage | null, signal: AbortSignal) => HTMLElement} */
function firstAct(daily, { streak }, board, signal) {
  const { attempt, certificate, variant } = daily;
  if (attempt?.ended) return result(daily, board, streak?.days ?? 0, signal);
  const par = certificate && t("par", { n: certificate.par });
  return deal(variant, way(daily, "main"), par, attempt ? t("clockRuns") : t("oneRanked"));
}

/** A deal face down. @type {(variant: string, way: HTMLElement, par: string | null | undefined, note: string) => HTMLElement} */
function deal(variant, way, par, note) {
  const { columns } = parseVariant(variant);
  return h(
    "section.felt.deal",
    { "aria-label": variantName(variant) },
    h("div.backs", { "--columns": columns }, ...Array.from({ length: ROWS * columns }, () => h("i"))),
    way,
    h(
      "p.row",
      h("b.grow", variantName(variant)),
      h("small", dotted(t("cardCount", { n: cardCount(variant) }), par)),
    ),
    h("p.small", note),
  );
}

/** The way into a daily that is not finished. @type {(daily: wire.Daily, level: string) => HTMLElement} */
const way = ({ attempt, date, variant }, level) =>
  attempt
    ? link(`/r/${attempt.room}`, t("goOn"), `btn ${level}`, variantName(variant))
    : button(t("startDeal"), () => enterDaily(date, variant, false), `btn ${level}`, variantName(variant));

/** The button of a daily that is still loading. */
const soon = () => h("button.btn", { disabled: true }, t("startDeal"));

/** How the own game ended, and its place. @type {(daily: wire.Daily, board: wire.LeaderboardPage | null, streak: number, signal: AbortSignal) => HTMLElement} */
function result({ attempt, certificate, date, variant }, board, streak, signal) {
  const mine = board?.mine;
  const ended = mine?.result;
  const { won = false, time_ms = 0, locked = 0, moves = 0, shuffles = 0 } = ended ?? {};
  const story = h("div.stack");
  if (mine && attempt)
    loadExtra(import("../../room/share-result.js"), ({ showStory }) => {
      const own = { date, variant, mine, streak, game: attempt.game, among: amongText(board) };
      return showStory(story, own, signal);
    });
  return h(
    "section.felt.done",
    { "aria-label": variantName(variant) },
    h(
      "div.row",
      h(
        "div.grow",
        h("small", variantName(variant)),
        h("b.figure.huge", ended ? (won ? timeText(time_ms) : `${locked}/${cardCount(variant)}`) : "–"),
        ended && !won && h("small", " ", t("cardsInPlace")),
      ),
    ),
    mine &&
      h(
        "p.places",
        amongText(board) && h("b.place", amongText(board)),
        h("span", t("placeInWorld", { rank: mine.rank, of: board.size })),
      ),
    ended &&
      h(
        "p.row",
        h("span.tag", t(won ? "solved" : "notSolved")),
        h("span.tag", t("shuffleCount", { n: shuffles })),
        h("span.tag", t("moveCount", { n: moves }), certificate && `, ${t("par", { n: certificate.par })}`),
      ),
    !ended && h("p", t("playedIt")),
    story,
    row(
      attempt && link(`/g/${attempt.game}`, t("replay"), "btn"),
      link(boardPath(date, variant), t("wholeBoard"), "btn"),
    ),
    ended && !won && certificate && h("p.small", t("solutionOpens", { time: momentText(revealAt(date)) })),
  );
}

/** The own place among friends, else in the first group; empty with nobody to compare. @type {(board: wire.LeaderboardPage) => string} */
function amongText({ circles = [], mine }) {
  const [{ group, name = "", rows, size: of }] = [...circles, { rows: [], size: 0 }];
  const own = rows.find(({ player }) => player === mine?.player);
  if (!own || of < 2) return "";
  return group ? t("placeInGroup", { rank: own.rank, of, name }) : t("placeAmong", { rank: own.rank, of });
}

/** @type {(date: string, variant: string) => string} */
const boardPath = (date, variant) => `/boards/daily/${date}/${variant}`;

/** The daily for those who want more. @type {(daily: wire.Daily, board: wire.LeaderboardPage | null) => HTMLElement} */
function secondAct(daily, board) {
  const { attempt, date, variant } = daily;
  const { rank = 0, result: ended } = board?.mine ?? {};
  const text = ended
    ? dotted(
        ended.won ? timeText(ended.time_ms) : t("cardsLocked", { n: ended.locked }),
        t("placeOf", { rank, of: board?.size ?? 0 }),
      )
    : t("secondAct");
  return act(
    variant,
    text,
    attempt?.ended ? link(boardPath(date, variant), t("result"), "btn") : way(daily, ""),
  );
}

/** @type {(variant: string, text: string, way: HTMLElement) => HTMLElement} */
const act = (variant, text, way) =>
  h(
    "section.felt.act",
    { "aria-label": variantName(variant) },
    h("div.grow", h("b", variantName(variant)), h("p.small", text)),
    way,
  );

// The page

/** Offer the room that was entered last, if the player is still in it; a game that runs there comes first. @param {Element} place @param {AbortSignal} signal */
async function showResume(place, signal) {
  const code = lastRoom();
  if (!code) return;
  try {
    const [view, player] = await Promise.all([
      request("GET rooms/{code}", { code }, { signal }),
      self(signal),
    ]);
    const text = resumeText(view, player?.id ?? "");
    if (text) place.prepend(link(`/r/${code}`, text, "btn main big full-width resume"));
  } catch (error) {
    if (/** @type {any} */ (error).code === "room_not_found") keepRoom(null);
  }
}

/** The text of the way back to a room; null where nothing is left to do there. @type {(view: wire.RoomView, me: string) => string | null} */
function resumeText({ event, members, race, settings }, me) {
  if (!members.some(({ id }) => id === me) || event?.kind === "daily") return null;
  const isRacing = race && !race.standings && race.seats.some(({ player }) => player === me);
  const others = members.filter(({ id }) => id !== me).map(({ name }) => name);
  if (settings.seats === 1)
    return isRacing ? t("continueGame", { game: variantName(settings.variant?.name) }) : null;
  if (!others.length) return t("backToRoom");
  return t(isRacing ? "rejoinRace" : "backToOthers", { names: others.join(", ") });
}

/** The page of today: one board to play, the people, and a line to race. @param {Page} page */
export default function todayScreen({ shell, signal }) {
  if (location.pathname !== "/") shell.title(t("daily"));
  const [day, second, before] = [stack(), stack(), stack()];
  const friends = h("section.plain", { hidden: true });
  const [challenges, groups] = [h("section.panel", { hidden: true }), h("section.panel", { hidden: true })];
  const ways = h(
    "div.actions.ways",
    button(t("race"), inviteFriends, "btn"),
    button(t("raceNow"), raceAnyone, "btn"),
    practice("btn"),
  );
  const page = h(
    "div.page.two-columns.equal.today",
    announcement(),
    day,
    stack(friends, second, before, ways, challenges, groups, playedAlone(signal), foot()),
  );
  byId("main").append(page);
  // Drawn from what the browser knows, so that nothing moves when the response arrives.
  const midnight = new Date(now()).setHours(24, 0, 0, 0);
  const expected = head({ date: dayHere(now()), streak: null }, h("b.figure", spanText(midnight - now())));
  day.append(expected, deal(QUICK_VARIANT, soon(), null, t("oneRanked")));
  second.append(act(DEFAULT_VARIANT, t("secondAct"), soon()));
  showToday(day, second, friends, before, signal).catch(() => {
    if (signal.aborted) return;
    day.replaceChildren(h("section.felt", h("p", t("noToday")), practice("btn main")));
    second.replaceChildren();
  });
  fetchSoloSoon(signal);
  // Without these, the page is of use all the same.
  void showResume(page, signal);
  showRunning(ways, signal).catch(() => {});
  if (isMarked("groups"))
    loadExtra(load(import("../race/groups.js"), "screens/race/group.css"), ({ showMyGroups }) =>
      showMyGroups(groups, signal),
    );
  if (isMarked("challenges") || isMarked("groups"))
    loadExtra(import("../race/challenges.js"), (module) => module.showMyChallenges(challenges, signal));
}

/** The solo games: they stand open beside the board, where there is room and nobody to meet. @param {AbortSignal} signal */
function playedAlone(signal) {
  const room = matchMedia("(min-width: 900px)");
  const element = folded(t("solo"), alone());
  const open = () => (element.open = room.matches && !knowsPeople());
  open();
  room.addEventListener("change", open, { signal });
  return element;
}

/** A way to watch, while others race. @param {Element} ways @param {AbortSignal} signal */
async function showRunning(ways, signal) {
  const racing = (await request("GET rooms", {}, { signal })).rooms.filter((each) => each.racing);
  if (racing.length)
    ways.before(
      h("p.row.live", h("b.grow", t("racingNow", { n: racing.length })), link("/tv", t("watchNow"), "btn")),
    );
}
