import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { lineFrames } from "../../client/replay/frames.js";
import { wrapped } from "../../client/replay/picture.js";
import { bestOf, dailyShareText, shareText } from "../../client/room/share-result.js";
import { parseAction } from "../../client/rules/actions.js";
import { opening, parseCode } from "../../client/rules/deal.js";
import { parseVariant } from "../../client/rules/variants.js";

await useLanguage("en");

const WIN =
  "2D@7 3C@15 4C@16 5C@17 7C@19 6S@10 4H@23 5H@24 2S@0 3S@1 6H@25 7H@26 4S@2 5S@3 6S@4 7S@5 3D@8 4D@9 5D@10 6D@11";
const variant = parseVariant("mini");
const frames = lineFrames(
  variant,
  opening(variant, parseCode("1VTQTWEG1K")),
  WIN.split(" ").map(parseAction),
);

/** @type {(won: boolean, locked: number) => import("../../client/net/wire.js").LeaderboardRow} */
const row = (won, locked) => ({
  ...{ player: "ann", name: "Ann", rank: 2, value: 1 },
  result: { won, locked, score: locked, moves: 20, shuffles: 0, time_ms: 72_000, reached_ms: 72_000 },
});

test("the text of a win says what was played, how it went, what the squares are, and how to play it", () => {
  const text = shareText(
    dailyShareText("2026-11-28", "mini", row(true, 24), 13),
    frames,
    "Play the same cards in your browser:",
  );
  const [head, ...lines] = text.split("\n");
  assert.match(
    head,
    /^Gaprace daily solitaire #\d+ .*Nov 28 \(Mini\): solved in 1:12 with no shuffles\. Played 13 days in a row\.$/,
  );
  assert.equal(lines.length, 6);
  for (const line of lines.slice(0, 4)) assert.match(line, /^[⬛🟫🟧🟨🟩]{10}$/u);
  assert.equal(
    lines[4],
    "Each line is one row of cards over time. Sorted: 2, 3, 4 … in one suit. ⬛ mixed → 🟫 🟧 🟨 → 🟩 sorted.",
  );
  assert.equal(lines[5], "Play the same cards in your browser:");
});

test("the text of a loss says how far it came, and a streak of a day is none", () => {
  assert.match(
    dailyShareText("2026-11-28", "mini", row(false, 18), 1),
    /\(Mini\): 18 of 24 cards in place, not solved\.$/,
  );
});

test("the best moment of a game is when it first had the most cards in place", () => {
  assert.deepEqual(bestOf(frames), { locked: 24, ms: 20_000 });
});

test("a sentence on a picture goes on in the next line where it is too long", () => {
  assert.deepEqual(
    wrapped("one two three four", (line) => line.length <= 9),
    ["one two", "three", "four"],
  );
});
