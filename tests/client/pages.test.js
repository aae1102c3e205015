import assert from "node:assert/strict";
import test from "node:test";
import { choiceOf, dealPath } from "../../client/replay/deal-link.js";
import { frameAt, framesOf } from "../../client/replay/frames.js";
import { distribution } from "../../client/scores/daily.js";
import { formPaths } from "../../client/scores/form.js";
import { calendar } from "../../client/scores/year.js";
import {
  addDays,
  addMonths,
  addWeeks,
  dailyNumber,
  dailyNumberText,
  dayAt,
  dayHere,
  isDay,
  isWeek,
  midnightAfter,
  mondayOf,
  revealAt,
  weekday,
  weekOf,
} from "../../client/ui/dates.js";
import { hoursAndMinutes } from "../../client/ui/format.js";

/** 32 cards are locked; 4S@41 locks ten more, and the last row with them. */
const BOARD = [
  "2C3C4C5C6C7C8C9CTCJCKCQC--",
  "2D3D4D5D6D7D8D9DTDJDKDQD--",
  "2H3H4H5H6H7H8H9HTHJHKHQH--",
  "2S3S--5S6S7S8S9STSJSQSKS4S",
].join("/");

/** @type {(transcript: string) => import("../../client/replay/frames.js").Frame[]} */
const played = (transcript) => framesOf({ variant: {}, opening: BOARD, transcript, shuffled_boards: [] });

test("days and months are counted over the ends of months, leap days and years", () => {
  assert.equal(addDays("2026-12-31", 1), "2027-01-01");
  assert.equal(addDays("2028-03-01", -1), "2028-02-29");
  assert.equal(addMonths("2026-12", 1), "2027-01");
  assert.equal(addMonths("2026-01", -1), "2025-12");
  assert.equal(dayAt(Date.UTC(2026, 10, 21, 23, 59, 59)), "2026-11-21");
  assert.equal(weekday("2026-11-21"), 5, "a Saturday");
});

test("dailies are numbered by their dates, and those before the first have no number", () => {
  assert.equal(dailyNumber("2026-01-01"), 1);
  assert.equal(dailyNumber("2027-01-01"), 366);
  assert.equal(dailyNumberText("2026-11-23"), "#327");
  assert.equal(dailyNumberText("2025-12-31"), "");
});

test("weeks are those of ISO 8601, from Monday on, in the year of their Thursday", () => {
  assert.equal(weekOf("2026-11-21"), "2026-W47");
  assert.equal(weekOf("2027-01-03"), "2026-W53");
  assert.equal(weekOf("2024-12-30"), "2025-W01");
  assert.equal(mondayOf("2026-W47"), "2026-11-16");
  assert.equal(mondayOf("2026-W01"), "2025-12-29");
  assert.equal(addWeeks("2026-W53", 1), "2027-W01");
  assert.equal(addWeeks("2027-W01", -1), "2026-W53");
  assert.ok(isWeek("2020-W53"));
  for (const text of ["2025-W53", "2026-W54", "2026-W00", "2026-W1", "2026-11", "all"])
    assert.ok(!isWeek(text), text);
});

test("only days that exist are days", () => {
  assert.ok(isDay("2028-02-29"));
  for (const text of ["2026-02-29", "2026-13-01", "2026-1-1", "today", ""]) assert.ok(!isDay(text), text);
});

test("a daily is revealed two hours after its date has ended everywhere", () => {
  assert.equal(revealAt("2026-11-21"), Date.UTC(2026, 10, 22, 14));
});

test("a day is that of the own time zone, and ends at its midnight, whatever the clocks do", () => {
  const before = process.env.TZ;
  const found = ["Pacific/Kiritimati", "America/New_York", "Pacific/Pago_Pago"].map((zone) => {
    process.env.TZ = zone;
    // The clocks of New York are put forward on this day.
    const at = Date.UTC(2027, 2, 14, 5, 30);
    return [dayHere(at), new Date(midnightAfter(at)).toISOString()];
  });
  process.env.TZ = before ?? "";
  assert.deepEqual(found, [
    ["2027-03-14", "2027-03-14T10:00:00.000Z"],
    ["2027-03-14", "2027-03-15T04:00:00.000Z"],
    ["2027-03-13", "2027-03-14T11:00:00.000Z"],
  ]);
});

test("a rest is rounded up, so that it is nothing only when nothing is left", () => {
  assert.deepEqual(hoursAndMinutes(1), { h: 0, min: 1 });
  assert.deepEqual(hoursAndMinutes(3_600_000), { h: 1, min: 0 });
  assert.deepEqual(hoursAndMinutes(-5), { h: 0, min: 0 });
});

test("a ghost shows the last of its boards that is not later than now", () => {
  const game = played("4S@41:500 undo:500 redo:1200");
  const seen = [-5, 0, 499, 500, 1199, 1200, 9999].map((ms) => frameAt(game, ms));
  assert.deepEqual(seen, [0, 0, 0, 2, 2, 3, 3]);
});

test("a form goes from edge to edge, its lowest value at the bottom, level if all are equal", () => {
  const of = (/** @type {number[]} */ ...values) => {
    const points = values.map((strength) => ({ strength, error: 0 }));
    const { curve, x, y, low, high } = formPaths(points, 100, 50, 5);
    return { curve, x, y, low, high };
  };
  assert.deepEqual(of(10, 30, 20), { curve: "M5 45L50 5L95 25", x: 95, y: 25, low: 10, high: 30 });
  assert.deepEqual(of(7), { curve: "M5 25", x: 5, y: 25, low: 7, high: 7 });
});

test("a form has its band around the curve, and the band fills the height", () => {
  const points = [
    { strength: 1500, error: 100 },
    { strength: 1550, error: 50 },
  ];
  assert.deepEqual(formPaths(points, 100, 50, 5), {
    band: "M5 5L95 5L95 25L5 45Z",
    curve: "M5 25L95 15",
    x: 95,
    y: 15,
    low: 1400,
    high: 1600,
  });
});

test("a calendar has whole weeks up to the last day, and knows what was played", () => {
  const day = { variant: "mini", game: "g", won: true, score: 9 };
  const days = [
    { ...day, date: "2026-11-20" },
    { ...day, date: "2026-11-20", variant: "addiction" },
    { ...day, date: "2020-01-01" },
  ];
  const { cells, months } = calendar(days, "2026-11-21", 3);
  assert.equal(cells.length, 20);
  assert.deepEqual([cells[0].day, cells[0].weekday], ["2026-11-02", 0]);
  assert.deepEqual([cells[19].day, cells[19].week, cells[19].weekday], ["2026-11-21", 2, 5]);
  assert.deepEqual(
    cells.map(({ played: { length } }) => length),
    [...Array(18).fill(0), 2, 0],
  );
  assert.deepEqual(months, []);
  assert.deepEqual(calendar([], "2026-12-02", 2).months, [{ month: "2026-12", week: 1 }]);
});

test("dailies are counted by how they ended: won, or by quarters of the cards", () => {
  /** @type {(variant: string, won: boolean, score: number) => import("../../client/net/wire.js").CalendarDay} */
  const day = (variant, won, score) => ({ date: "2026-11-21", variant, game: "g", won, score });
  const mini = [34, 23, 18, 17, 6, 5, -5].map((score) => day("mini", score === 34, score));
  const bins = distribution([...mini, day("addiction", true, 33)], "mini");
  assert.deepEqual(
    bins.map(({ isWin, from, to, days }) => [
      isWin ? "won" : `${from}-${to}`,
      days.map(({ score }) => score),
    ]),
    [
      ["won", [34]],
      ["18-23", [23, 18]],
      ["12-17", [17]],
      ["6-11", [6]],
      ["0-5", [5, -5]],
    ],
  );
  assert.equal(distribution([day("addiction", true, 33)], "addiction")[0].days.length, 1);
});

test("the link of a deal keeps its rules", () => {
  for (const choice of [{ name: "mini" }, { name: "gaps", shuffles: 0, right_fill: true }]) {
    const [path, search] = dealPath("0123456789", choice).split("?");
    assert.equal(path, "/d/0123456789");
    assert.deepEqual(choiceOf(search), choice);
  }
  assert.deepEqual(choiceOf(""), { name: "addiction" });
  for (const search of ["v=nothing", "v=mini&shuffles=10", "v=mini&shuffles=x", "v=strict&shuffles=1"])
    assert.throws(() => choiceOf(search), { code: "bad_variant" }, search);
});
