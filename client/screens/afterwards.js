import { t, timeText } from "../i18n/index.js";
import { game } from "../net/api.js";
import { leaderboard } from "../net/pages.js";
import { frames } from "../rules/frames.js";
import { duel } from "../state/splits.js";
import { boardTable } from "../view/boardtable.js";
import { button, h, link } from "../view/dom.js";
import { shareLater } from "../view/lazy.js";
import { personText } from "../view/person.js";
import { problemText } from "../view/problem.js";
import { certificateText, enter, ghosts, lineLink, resultText, shareText } from "./dailypanel.js";

/** @import { DailyRoom, FinishedGame, RaceView, RoomView, Standing } from "../net/messages.js" */
/** @import { Duel } from "../state/splits.js" */

const ROWS_AROUND = 5;

/** What comes after a daily, or after a race against a ghost. @type {(room: RoomView, mine: Standing) => Promise<HTMLElement[]>} */
export const afterwards = ({ daily, ghost }, mine) =>
  (ghost ? afterGhost(ghost, mine.game) : daily ? afterDaily(daily, mine) : Promise.resolve([])).catch(
    async ({ code = "", message }) => [h("p", { class: "soft" }, await problemText(code, message))],
  );

/** What was proved of a deal, and the way to win it once it is revealed. @type {(race: RaceView) => HTMLElement[]} */
export const certified = ({ par, harder_permille, variant, reveal }) =>
  par == null
    ? []
    : [
        h("p", { class: "small" }, certificateText({ par, harder_permille: harder_permille ?? 1000 })),
        h("p", { class: "row" }, reveal?.line && lineLink(reveal.code, variant, reveal.line)),
      ];

// After a daily

/** @type {(daily: DailyRoom, standing: Standing) => Promise<HTMLElement[]>} */
async function afterDaily({ date, variant, ranked }, { player }) {
  const practise = button(t("practise"), () => enter(date, variant, true));
  const home = link(`/daily/${date}`, t("toDaily"), { class: "btn" });
  if (!ranked) return [h("p", { class: "soft" }, t("wasPractice")), h("div", { class: "row" }, home)];
  const [top, around] = await Promise.all([
    leaderboard("daily", date, variant, { limit: 1 }),
    leaderboard("daily", date, variant, { around: "me", limit: ROWS_AROUND }),
  ]);
  const { mine, size, rows } = around;
  if (!mine) return [h("div", { class: "row" }, home, practise)];
  const leader = top.rows[0]?.player === player ? null : top.rows[0];
  const above = rows[rows.findIndex((row) => row.player === player) - 1];
  const ahead = above && above.player !== leader?.player ? above : null;
  const share = () => shareLater(shareText(date, variant, mine, size), `${location.origin}/daily/${date}`);
  return [
    resultText(mine, size),
    h("div", { class: "row" }, button(t("share"), share, { class: "btn main" }), practise, home),
    h("div", { class: "wide" }, boardTable(around, { me: player, isShort: true })),
    ghosts(leader, ahead, mine),
  ];
}

// After a race against a ghost

/** @type {(ghost: string, own: string) => Promise<HTMLElement[]>} */
async function afterGhost(ghost, own) {
  const [mine, other] = await Promise.all([game(own), game(ghost)]);
  return [
    h("h3", {}, t("duelTitle", { name: personText(other.name) })),
    h("p", {}, verdict(mine, other)),
    h(
      "div",
      { class: "wide" },
      table(duel([...frames(mine.replay)], [...frames(other.replay)]), personText(other.name)),
    ),
    h(
      "div",
      { class: "row" },
      link(`/g/${ghost}`, t("replayOf", { name: personText(other.name) }), { class: "btn" }),
    ),
  ];
}

/** Who did better, by the order of a race. @type {(mine: FinishedGame, other: FinishedGame) => string} */
function verdict(mine, other) {
  const name = personText(other.name);
  if (mine.won && other.won) {
    const by = Math.abs(mine.time_ms - other.time_ms);
    return t(mine.time_ms <= other.time_ms ? "duelFaster" : "duelSlower", { name, time: timeText(by) });
  }
  if (mine.won || other.won) return t(mine.won ? "duelWon" : "duelLost", { name });
  return t("duelScores", { name, mine: mine.score, other: other.score });
}

/** @type {(rows: Duel[], name: string) => HTMLElement} */
const table = (rows, name) =>
  h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", class: "l" }, t("split")),
        h("th", { scope: "col" }, t("youColumn")),
        h("th", { scope: "col" }, name),
        h("th", { scope: "col" }, t("leadColumn")),
      ),
    ),
    h(
      "tbody",
      {},
      ...rows.map((row) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row", class: "l" },
            row.name === "row" ? t("firstRow") : t("cardsLocked", { n: row.n }),
          ),
          h("td", {}, reached(row.mine)),
          h("td", {}, reached(row.other)),
          h("td", { class: row.lead && row.lead > 0 ? "ahead" : "" }, leadText(row.lead)),
        ),
      ),
    ),
  );

/** @type {(ms: number | null) => string} */
const reached = (ms) => (ms === null ? "–" : timeText(ms));

/** How far one was ahead or behind. @type {(lead: number | null) => string} */
function leadText(lead) {
  if (lead === null) return "–";
  if (Math.abs(lead) === Infinity) return t(lead > 0 ? "onlyYou" : "onlyGhost");
  return `${lead >= 0 ? "+" : "−"}${timeText(Math.abs(lead))}`;
}
