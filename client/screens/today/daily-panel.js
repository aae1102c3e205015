import { t, variantName } from "../../i18n/index.js";
import { now } from "../../net/api.js";
import { leaderboard } from "../../net/play.js";
import { enterDaily, ghostButtons } from "../../room/enter.js";
import { ownDaily, shareButtons } from "../../room/share-result.js";
import { dailyResult, distributionChart, fieldResult, lineLink } from "../../scores/daily.js";
import { certificateText, replayLink, variantHelp } from "../../scores/deals.js";
import { leaderboardTable } from "../../scores/tables.js";
import { button, h, link } from "../../ui/dom.js";
import { momentText } from "../../ui/format.js";
import { loadExtra } from "../../ui/load.js";
import { folded, note, row, stack } from "../../ui/parts.js";

/** @import { PageQuery } from "../../net/play.js" */

const MAX_ROWS = 10;
const ROWS_AROUND = 5;

/** One past daily: the own result, the leaders, the proof. */
export class DailyPanel {
  #own = stack();
  #board = stack();
  #field = h("div");

  /** @param {wire.Daily} daily */
  constructor(daily) {
    this.daily = daily;
    const { variant, certificate } = daily;
    this.element = h(
      "section.panel",
      { "aria-label": variantName(variant) },
      h("h2", variantName(variant)),
      note(variantHelp(variant)),
      certificate && h("p", certificateText(certificate)),
      this.#own,
      this.#field,
      this.#board,
      proof(daily),
    );
    this.#own.append(...this.#invitation());
  }

  /** Load and show the leaders and the own result. @param {string} me @param {wire.CalendarDay[]} calendar the own dailies @param {AbortSignal} signal */
  async showResults(me, calendar, signal) {
    const { date, variant, attempt, field, played, reveals_at } = this.daily;
    const path = `/boards/daily/${date}/${variant}`;
    const part = (/** @type {PageQuery} */ query) =>
      leaderboard("daily", date, variant, query, signal).catch(() => null);
    const page = await part({ limit: MAX_ROWS });
    if (!page) return;
    const { mine } = page;
    // The evidence of the games about the deal, once it is closed.
    const fieldPath = `/boards/duplicate/${date.slice(0, 7)}/${variant}`;
    if (field) this.#field.replaceChildren(fieldResult(field, mine, fieldPath));
    if (mine && attempt?.ended) {
      this.#own.replaceChildren(...this.#result(page, mine));
      this.#own.append(h("h3", t("distribution")), distributionChart(calendar, variant, date));
      if (now() >= reveals_at)
        loadExtra(import("./solution.js"), async ({ solutionOf }) => {
          const solution = await solutionOf(this.daily, signal);
          if (solution) this.#field.before(solution);
        });
    }
    const isBelow = mine && !page.items.some(({ player }) => player === mine.player);
    const around = isBelow ? await part({ around: "me", limit: ROWS_AROUND }) : null;
    const count = Math.max(played, page.size);
    this.#board.replaceChildren(
      h("h3", t("leaders")),
      page.items.length ? leaderboardTable(page, me) : h("p.soft", t("nobody")),
      ...(around ? [h("p.ellipsis", { "aria-hidden": "true" }, "⋯"), leaderboardTable(around, me)] : []),
      now() < reveals_at ? note(t("sealedYet", { time: momentText(reveals_at) })) : "",
      h(
        "p.row",
        page.items.length > 0 && link(path, t("wholeBoard", { n: page.size }), "btn"),
        count > 0 && h("span.small.soft", t("playedBy", { n: count })),
      ),
    );
  }

  // The own game

  #invitation() {
    const { attempt, date, variant, reveals_at } = this.daily;
    const practise = button(t("practise"), () => enterDaily(date, variant, true), "btn");
    if (attempt && !attempt.ended)
      return [link(`/r/${attempt.room}`, t("goOn"), "btn main big"), note(t("clockRuns"))];
    if (attempt)
      return [h("p", t("playedIt")), row(replayLink(attempt.game, variantName(variant)), practise)];
    if (now() < reveals_at) return [h("p.soft", t("closedYet", { time: momentText(reveals_at) }))];
    return [h("p.soft", t("practiceOnly")), row(practise)];
  }

  /** @type {(page: wire.LeaderboardPage, mine: wire.LeaderboardRow) => HTMLElement[]} */
  #result({ items: rows, size }, mine) {
    const { date, variant } = this.daily;
    const own = ownDaily(date, variant, mine, this.daily.attempt?.game ?? mine.game ?? "");
    return [
      dailyResult(mine, size),
      row(
        mine.game && link(`/g/${mine.game}`, t("replay"), "btn"),
        ...shareButtons(own, "btn main"),
        button(t("practise"), () => enterDaily(date, variant, true)),
      ),
      ghostButtons(rows[0], rows, mine),
    ];
  }
}

/** The commitment of before the start, and after the end the proof that it was kept. @param {wire.Daily} daily */
function proof({ commitment, secret, code, date, variant, certificate, reveals_at }) {
  const item = (/** @type {string} */ name, /** @type {string} */ value) =>
    h("div", h("dt", name), h("dd.code", value));
  return folded(
    t("fairness"),
    note(secret ? t("revealed") : t("committed", { time: momentText(reveals_at) })),
    h("dl.stack.small", item(t("commitment"), commitment), secret && item(t("secret"), secret)),
    h(
      "p.row",
      code && certificate?.line && lineLink(code, { name: variant }, certificate.line),
      code && link(`/d/${code}?v=${variant}`, t("dealOf", { code }), "btn"),
      code && link(`/challenge/new?daily=${date}&variant=${variant}`, t("challengeOnIt"), "btn"),
      link("/commitments", t("fingerprints"), "btn"),
    ),
    secret && note(t("recheck", { date })),
  );
}
