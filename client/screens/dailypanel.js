import { t, timeText } from "../i18n/index.js";
import { go } from "../nav.js";
import { now } from "../net/api.js";
import { leaderboard, playDaily } from "../net/pages.js";
import { linePath } from "../state/dealpath.js";
import { boardTable, replayLink } from "../view/boardtable.js";
import { button, h, link } from "../view/dom.js";
import { momentText, numberText } from "../view/format.js";
import { ghostButton } from "../view/ghostrace.js";
import { shareLater } from "../view/lazy.js";
import { sayProblem } from "../view/problem.js";
import { variantHelp, variantName } from "../view/rulestext.js";

/** @import { LeaderboardPage, LeaderboardRow, Daily, Streak, VariantChoice } from "../net/messages.js" */

const ROWS = 10;
const ROWS_AROUND = 5;

/** One daily: whether it can be played, what came of it, who leads, what proves it. */
export class DailyPanel {
  #own = h("div", { class: "stack" });
  #board = h("div", { class: "stack" });

  /** @param {Daily} daily */
  constructor(daily) {
    this.daily = daily;
    const { variant, certificate } = daily;
    this.element = h(
      "section",
      { class: "panel", "aria-label": variantName(variant) },
      h("h2", {}, variantName(variant)),
      h("p", { class: "small soft" }, variantHelp(variant)),
      certificate && h("p", {}, certificateText(certificate)),
      this.#own,
      this.#board,
      proof(daily),
    );
    this.#own.append(...this.#invitation());
  }

  get #isOpen() {
    return this.daily.opens_at <= now() && now() < this.daily.closes_at;
  }

  /** @param {string} me @param {Streak | undefined} streak */
  async show(me, streak) {
    const { date, variant, attempt, played } = this.daily;
    const path = `/boards/daily/${date}/${variant}`;
    const page = await leaderboard("daily", date, variant, { limit: ROWS }).catch(() => null);
    if (!page) return;
    const { mine } = page;
    if (mine && attempt?.ended) this.#own.replaceChildren(...this.#result(page, mine, streak));
    const isFarther = mine && !page.rows.some(({ player }) => player === mine.player);
    const around = isFarther
      ? await leaderboard("daily", date, variant, { around: "me", limit: ROWS_AROUND }).catch(() => null)
      : null;
    const count = Math.max(played, page.size);
    const reader = { me, isShort: true, isSealed: !attempt?.ended && now() < this.daily.reveals_at };
    this.#board.replaceChildren(
      h("h3", {}, t("leaders")),
      page.rows.length
        ? h("div", { class: "wide" }, boardTable(page, reader))
        : h("p", { class: "soft" }, t(this.#isOpen ? "nobodyYet" : "nobody")),
      around
        ? h(
            "div",
            { class: "wide" },
            h("p", { class: "gap", "aria-hidden": "true" }, "⋯"),
            boardTable(around, reader),
          )
        : "",
      h(
        "p",
        { class: "row" },
        page.rows.length > 0 && link(path, t("wholeBoard", { n: page.size }), { class: "btn" }),
        count > 0 &&
          h("span", { class: "small soft" }, t("playedBy", { n: count, count: numberText(count) })),
      ),
    );
  }

  // One's own part

  #invitation() {
    const { attempt, date, variant, reveals_at } = this.daily;
    const practise = button(t("practise"), () => enter(date, variant, true), { class: "btn" });
    if (attempt && !attempt.ended)
      return [
        link(`/r/${attempt.room}`, t("goOn"), { class: "btn main big" }),
        h("p", { class: "small soft" }, t("clockRuns")),
      ];
    if (attempt)
      return [
        h("p", {}, t("playedIt")),
        h("div", { class: "row" }, replayLink(attempt.game, variantName(variant)), practise),
      ];
    if (this.#isOpen)
      return [
        h("p", {}, t("oneRanked")),
        h(
          "div",
          { class: "row" },
          button(t("playRanked"), () => enter(date, variant, false), { class: "btn main big" }),
        ),
      ];
    if (now() < reveals_at)
      return [h("p", { class: "soft" }, t("closedYet", { time: momentText(reveals_at) }))];
    return [h("p", { class: "soft" }, t("practiceOnly")), h("div", { class: "row" }, practise)];
  }

  /** @type {(page: LeaderboardPage, mine: LeaderboardRow, streak: Streak | undefined) => HTMLElement[]} */
  #result({ rows, size }, mine, streak) {
    const { date, variant } = this.daily;
    const above = rows[rows.findIndex(({ player }) => player === mine.player) - 1];
    const leader = rows[0]?.player === mine.player ? null : rows[0];
    const ahead = above && above !== leader ? above : null;
    return [
      resultText(mine, size),
      streakText(streak),
      h(
        "div",
        { class: "row" },
        mine.game && link(`/g/${mine.game}`, t("replay"), { class: "btn" }),
        button(
          t("share"),
          () => shareLater(shareText(date, variant, mine, size), `${location.origin}/daily/${date}`),
          {
            class: "btn main",
          },
        ),
        button(t("practise"), () => enter(date, variant, true)),
      ),
      ghosts(leader, ahead, mine),
    ];
  }
}

/** Whom to race again. @type {(leader: LeaderboardRow | null, ahead: LeaderboardRow | null, mine: LeaderboardRow) => HTMLElement} */
export const ghosts = (leader, ahead, mine) =>
  h(
    "div",
    { class: "row" },
    leader?.game && ghostButton(t("raceLeader"), leader.game),
    ahead?.game && ghostButton(t("raceAhead", { name: ahead.name }), ahead.game),
    mine.game && ghostButton(t("raceYourself"), mine.game),
  );

/** @type {(date: string, variant: string, practice: boolean) => Promise<void>} */
export const enter = (date, variant, practice) =>
  playDaily(date, variant, practice).then(({ code }) => go(`/r/${code}`), sayProblem);

/** @type {(certificate: NonNullable<Daily["certificate"]>) => string} */
export const certificateText = ({ par, harder }) =>
  [t("winnable", { n: par }), harder < 500 && t("harderThan", { percent: Math.floor((1000 - harder) / 10) })]
    .filter(Boolean)
    .join(" ");

/** Place and figures of a game. @type {(mine: LeaderboardRow, size: number) => HTMLElement} */
export const resultText = ({ rank, won, score, locked, time_ms, moves }, size) =>
  h(
    "div",
    { class: "score" },
    h("b", {}, won && "★ ", t("placeOf", { rank: numberText(rank), of: numberText(size) })),
    h(
      "p",
      { class: "small" },
      t("figures", {
        score: score ?? 0,
        locked: locked ?? 0,
        time: timeText(time_ms ?? 0),
        n: moves ?? 0,
      }),
    ),
  );

/** @type {(streak: Streak | undefined) => HTMLElement} */
const streakText = (streak) =>
  h(
    "p",
    { class: "small", hidden: !streak?.current },
    streak ? t("streakNow", { n: streak.current, longest: streak.longest }) : "",
  );

/** What one did, in one sentence that tells nothing about the deal. @type {(date: string, variant: string, mine: LeaderboardRow, size: number) => string} */
export const shareText = (date, variant, { won, rank, locked, time_ms, shuffles }, size) =>
  t(won ? "shareDailyWon" : "shareDaily", {
    date,
    variant: variantName(variant),
    time: timeText(time_ms ?? 0),
    n: (won ? shuffles : locked) ?? 0,
    rank: numberText(rank),
    of: numberText(size),
  });

/** To a film of the moves that win. @type {(code: string, choice: VariantChoice, line: string) => HTMLElement} */
export const lineLink = (code, choice, line) =>
  link(linePath(code, choice, line), t("line"), { class: "btn" });

/** What was published before the start, and after the end what proves it. @param {Daily} daily */
function proof({ commitment, secret, code, variant, certificate, reveals_at }) {
  const item = (/** @type {string} */ name, /** @type {string} */ value) =>
    h("div", {}, h("dt", {}, name), h("dd", { class: "code" }, value));
  return h(
    "details",
    {},
    h("summary", {}, t("fairness")),
    h(
      "p",
      { class: "small soft" },
      secret ? t("revealed") : t("committed", { time: momentText(reveals_at) }),
    ),
    h("dl", { class: "stack small" }, item(t("commitment"), commitment), secret && item(t("secret"), secret)),
    h(
      "p",
      { class: "row" },
      code && certificate?.line && lineLink(code, { name: variant }, certificate.line),
      code && link(`/d/${code}?v=${variant}`, t("dealOf", { code }), { class: "btn" }),
    ),
  );
}
