import { BoardView } from "../../board/board.js";
import { cardName, t, timeText, variantName } from "../../i18n/index.js";
import { now, self } from "../../net/api.js";
import { leaderboard, room, todaysDailies } from "../../net/play.js";
import { fetchSolo, inviteFriends, playSolo, QUICK_VARIANT, raceAnyone } from "../../room/enter.js";
import { moved, parseBoard, takes, won } from "../../rules/board.js";
import { DEFAULT_VARIANT, VARIANTS } from "../../rules/variants.js";
import { certificateText, variantHelp } from "../../scores/deals.js";
import { ownTimeZone } from "../../ui/browser.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { shortDayText, spanText } from "../../ui/format.js";
import { note, panel, row, stack } from "../../ui/parts.js";
import { keepRoom, lastRoom, read } from "../../ui/preferences.js";
import { every, later } from "../../ui/timers.js";

/** @import { Daily, DailyList, LeaderboardPage, RoomView } from "../../net/messages.js" */
/** @import { Board, Move } from "../../rules/board.js" */
/** @import { Page } from "../../ui/router.js" */

/** Cards 2 to 5. */
export const VARIANT = { ...VARIANTS[0], name: "", columns: 5 };
/** Four moves from the end: each but the last of a row opens the gap for the next. */
export const OPENING = parseBoard("2S3S4S5H--/2H3H4H--5S/2D3D--5D4C/2C3C4D5C--", VARIANT);

/** A small board to be solved on the first page, without a server: what it says teaches the one rule. */
export class TryBoard {
  #board = OPENING;
  /** The last move, and where its card came from. @type {{ from: number, slot: number } | null} */ #last =
    null;
  #says = h("p.says", { role: "status" });

  /** @param {AbortSignal} signal of the screen */
  constructor(signal) {
    this.view = new BoardView(t("tryBoard"), signal, (move) => this.#play(move));
    this.view.element.addEventListener("turn", () => this.#say());
    this.element = h("div.try", this.#says, h("div.stage", this.view.element));
    this.#show();
  }

  /** @param {Move} move */
  #play(move) {
    this.#last = { from: this.#board.indexOf(move.card), slot: move.slot };
    this.#board = moved(this.#board, move);
    this.#show();
  }

  #show() {
    const isWon = won(this.#board);
    this.view.show(this.#board, VARIANT, { isLive: !isWon, isWon });
    this.#say();
  }

  #say() {
    this.#says.textContent = lesson(this.#board, this.#last?.from ?? null, this.view.isTall);
  }
}

/** What there is to learn from a board whose last move left the slot `from`. @type {(board: Board, from: number | null, isTall: boolean) => string} */
export function lesson(board, from, isTall) {
  if (from === null) return t(isTall ? "tryRuleTall" : "tryRule");
  if (won(board)) return t("trySolved");
  const [next] = takes(board, from, VARIANT);
  return next ? t("tryOpened", { card: cardName(next) }) : t(isTall ? "tryRowTall" : "tryRow");
}

/** When a game alone is fetched ahead (ms). */
const PRELOAD_DELAY_MS = 2500;

/** The first page: a board to try, and one way on; below it, today's dailies and all that is played alone. @param {Page} page */
export default function homeScreen({ signal }) {
  const today = h("section.panel.today");
  const mine = h("section.panel", { hidden: true });
  const challenges = h("section.panel", { hidden: true });
  byId("main").append(
    h(
      "div.page.two-columns.home",
      announcement(),
      hero(signal),
      stack(today, challenges, mine),
      solo(),
      h(
        "p.full-width.row",
        link("/how", t("how"), { class: "btn quiet" }),
        link("/verify", t("verify"), { class: "btn quiet" }),
        ...hostLinks(),
      ),
    ),
  );
  void showToday(today, signal);
  // Without these, the page is of use all the same.
  if (read("gaprace.groups"))
    import("../race/groups.js").then(({ showMyGroups }) => showMyGroups(mine, signal)).catch(() => {});
  if (read("gaprace.challenges") || read("gaprace.groups"))
    import("../race/challenges.js")
      .then(({ showMyChallenges }) => showMyChallenges(challenges, signal))
      .catch(() => {});
  later(PRELOAD_DELAY_MS, fetchSolo, signal);
}

/** A line of those who run this server, if they have one for all: `meta_tags.py` adds it. */
function announcement() {
  const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=announcement]"));
  return meta && h("p.full-width.panel", meta.content);
}

/** The pages of those who run this server, if there are any: `meta_tags.py` names them. */
function hostLinks() {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (
    document.querySelectorAll("link[rel=imprint],link[rel=privacy-policy]")
  );
  return [...links].map(({ href, rel }) =>
    h("a.btn.quiet", { href }, t(rel === "imprint" ? "imprint" : "privacy")),
  );
}

/** @param {AbortSignal} signal */
function hero(signal) {
  const play = button(t("playNow"), () => playSolo(QUICK_VARIANT), { class: "btn main big" });
  const ways = h(
    "div.actions.ways",
    play,
    button(t("raceNow"), raceAnyone, { class: "btn big" }),
    button(t("race"), inviteFriends, { class: "btn big" }),
    button(t("how"), async () => (await import("../../learn/rules.js")).openRules(), {
      class: "btn quiet",
      "aria-haspopup": "dialog",
    }),
  );
  void showResume(ways, play, signal);
  return h(
    "section.felt.hero.full-width",
    stack(h("h1", ...sentences(t("slogan"))), h("p", t("lead"))),
    new TryBoard(signal).element,
    ways,
  );
}

/** A line ends between sentences rather than within one. @type {(text: string) => (Node | string)[]} */
const sentences = (text) => text.split(/(?<=\.) /).flatMap((each) => [h("span", each), " "]);

const solo = () =>
  panel(
    t("solo"),
    h(
      "div.variants",
      ...VARIANTS.map(({ name }) =>
        button([variantName(name), h("small", variantHelp(name))], () => playSolo(name)),
      ),
      h("a.btn", { href: "/puzzles" }, t("puzzlesWay"), h("small", t("puzzlesHelp"))),
    ),
  );

/** Offer the room that was entered last, if the player is still in it; a game that runs there comes first. @param {Element} ways @param {Element} play @param {AbortSignal} signal */
async function showResume(ways, play, signal) {
  const code = lastRoom();
  if (!code) return;
  try {
    const [view, player] = await Promise.all([room(code, signal), self(signal)]);
    const text = resumeText(view, player?.id ?? "");
    if (!text) return;
    play.classList.remove("main");
    ways.prepend(link(`/r/${code}`, text, { class: "btn main big" }));
  } catch (error) {
    if (/** @type {any} */ (error).code === "room_not_found") keepRoom(null);
  }
}

/** What leads back to a room; null where nothing is left to do there. @type {(view: RoomView, me: string) => string | null} */
function resumeText({ members, race, settings }, me) {
  if (!members.some(({ id }) => id === me)) return null;
  const isRacing = race && !race.standings;
  const others = members.filter(({ id }) => id !== me).map(({ name }) => name);
  if (settings.seats === 1)
    return isRacing
      ? t("continueGame", { game: variantName(settings.variant?.name ?? DEFAULT_VARIANT) })
      : null;
  if (!others.length) return t("backToRoom");
  return t(isRacing ? "rejoinRace" : "backToOthers", { names: others.join(", ") });
}

// The dailies

/** How often it is looked whether today is another day (ms). */
const DAY_CHECK_MS = 20_000;

/** Show today's dailies in short, and those of the next day once they begin. @param {HTMLElement} element @param {AbortSignal} signal */
async function showToday(element, signal) {
  const timeLeft = note();
  element.replaceChildren(h("h2", t("todaysDailies")));
  /** @type {DailyList | null} */
  let list = null;
  const show = async () => {
    list = await todaysDailies(ownTimeZone(), signal);
    const items = await Promise.all(list.dailies.map((daily) => item(daily, signal)));
    signal.throwIfAborted();
    element.replaceChildren(
      h("h2", t("todaysDailies"), " ", h("span.soft.day", shortDayText(list.date))),
      h("ul.dailies", ...items),
      row(timeLeft, link("/boards", t("n_boards"), { class: "small" })),
    );
    showRemaining(timeLeft, list);
  };
  every(DAY_CHECK_MS, () => showRemaining(timeLeft, list) || show().catch(() => {}), signal);
  // Without it, the rest of the page is still of use.
  await show().catch(() => {
    element.hidden = true;
  });
}

/** Show how long today's dailies still last; return whether they do, as far as is known. @type {(element: HTMLElement, list: DailyList | null) => boolean} */
function showRemaining(element, list) {
  const left = (list?.until ?? Infinity) - now();
  element.textContent = left > 0 && left < Infinity ? t("nextIn", { time: spanText(left) }) : "";
  return left > 0;
}

/** @param {Daily} daily @param {AbortSignal} signal */
async function item(daily, signal) {
  const { date, variant, attempt, certificate } = daily;
  const page = attempt?.ended
    ? await leaderboard("daily", date, variant, { limit: 1 }, signal).catch(() => null)
    : null;
  const { href, text } = way(daily);
  return h(
    "li",
    h(
      "div.grow",
      h("b", variantName(variant)),
      note(page?.mine ? ownText(page) : certificate ? certificateText(certificate) : t("onePerDay")),
    ),
    link(href, text, { class: "btn", "aria-label": `${text}: ${variantName(variant)}` }),
  );
}

/** Where to go on with a daily. @type {(daily: Daily) => { href: string, text: string }} */
function way({ attempt, date }) {
  if (attempt && !attempt.ended) return { href: `/r/${attempt.room}`, text: t("goOn") };
  return { href: `/daily/${date}`, text: t(attempt ? "result" : "playIt") };
}

/** The own rank, and what it was reached with. @type {(page: LeaderboardPage) => string} */
function ownText({ mine, size }) {
  if (!mine) return "";
  const rank = t("placeOf", { rank: mine.rank, of: size });
  const { won, time_ms = 0, score = 0 } = mine.result ?? {};
  const result = won ? `★ ${timeText(time_ms)}` : t("points", { n: score });
  return `${rank} · ${result}`;
}
