import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { formPanel } from "../../client/scores/form.js";
import { levelOf, yearPanel } from "../../client/scores/year.js";

await useLanguage("en");

/** @param {number} score @param {Partial<import("../../client/net/wire.js").CalendarDay>} [more] */
const day = (score, more = {}) => ({
  date: "2026-11-21",
  variant: "mini",
  game: "g",
  won: false,
  score,
  ...more,
});

test("a day of the calendar shows its best result", () => {
  assert.equal(levelOf([]), "");
  assert.equal(levelOf([day(-5)]), "level1");
  assert.equal(levelOf([day(12), day(12, { variant: "addiction" })]), "level2");
  assert.equal(levelOf([day(24)]), "level3");
  assert.equal(levelOf([day(3), day(34, { won: true })]), "won");
});

test("a day that is picked, by key or by tap, tells its results, and that it was forgiven", () => {
  const played = [day(34, { won: true }), day(20, { date: "2026-11-19", game: "h" })];
  const streak = { days: 2, longest: 2, saved: 0, week: [], forgiven: ["2026-11-20"] };
  const panel = yearPanel(played, streak, "2026-11-21");
  const field = /** @type {HTMLInputElement} */ (panel.querySelector("input"));
  const told = () => panel.querySelector(".picked")?.textContent?.trim();
  assert.equal(
    told(),
    "Saturday, November 21, 2026: Mini ★ 34 points".replaceAll("November 21", "November\u00a021"),
  );
  field.value = String(Number(field.value) - 1);
  field.dispatchEvent(new Event("input"));
  assert.match(told() ?? "", /: missed, forgiven$/);
  assert.match(field.getAttribute("aria-valuetext") ?? "", /^Friday/);
  const squares = panel.querySelectorAll(".day");
  squares[squares.length - 3].dispatchEvent(new Event("click", { bubbles: true }));
  assert.match(told() ?? "", /Mini 20 points$/);
  assert.equal(panel.querySelector(".picked a")?.getAttribute("href"), "/g/h");
});

test("the form is a curve with its error, of the dailies or of the races that came last", () => {
  const points = ["2026-10-01", "2026-11-10"].map((date, i) => ({
    ...{ date, strength: 1500 + 40 * i, error: 90 },
    ...{ duplicate: 0, performance: 1500, game: "g" },
  }));
  const history = [{ at: Date.parse("2026-11-20"), value: 1100, sigma: 200 }];
  const rating = { variant: "addiction", value: 1100, sigma: 200, races: 1, provisional: true, history };
  const panel = /** @type {HTMLElement} */ (
    formPanel({ form: [{ variant: "mini", points }], ratings: [rating] })
  );
  const choice = /** @type {HTMLSelectElement} */ (panel.querySelector("select"));
  assert.match(panel.textContent ?? "", /1100± 200.*provisional/);
  choice.value = "1";
  choice.dispatchEvent(new Event("change"));
  assert.match(panel.textContent ?? "", /1540± 90\+40 in 30 days/);
  assert.match(panel.querySelector("svg")?.getAttribute("aria-label") ?? "", /Mini.*1540 ± 90/);
  assert.equal(formPanel({ form: [], ratings: [] }), false);
});
