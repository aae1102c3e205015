import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { choiceOf, lineOf, linePath } from "../../client/replay/deal-link.js";
import { framesOf, lineFrames } from "../../client/replay/frames.js";
import { squaresOf, squaresText } from "../../client/room/share-result.js";
import { parseAction } from "../../client/rules/actions.js";
import { formatBoard, won } from "../../client/rules/board.js";
import { opening } from "../../client/rules/deal.js";
import { parseVariant } from "../../client/rules/variants.js";
import { momentPath } from "../../client/screens/race/replay.js";
import { refused } from "./helpers.js";

const MINI = parseVariant("mini");
const CODE = "1VTQTWEG1K";
const WIN =
  "2D@7 3C@15 4C@16 5C@17 7C@19 6S@10 4H@23 5H@24 2S@0 3S@1 6H@25 7H@26 4S@2 5S@3 6S@4 7S@5 3D@8 4D@9 5D@10 6D@11";
const MOVES = WIN.split(" ");

/** A game on one deal: an action a second. @type {(actions: string[], code?: string) => import("../../client/replay/frames.js").Frame[]} */
const played = (actions, code = CODE) =>
  framesOf({
    variant: { name: "mini" },
    opening: formatBoard(opening(MINI, code)),
    transcript: actions.map((action, i) => `${action}:${(i + 1) * 1000}`).join(" "),
    shuffled_boards: [],
  });

test("a link to a line says rules and moves, and they win", () => {
  const path = linePath(CODE, { name: "mini", shuffles: 2 }, WIN);
  assert.ok(path.startsWith(`/d/${CODE}?v=mini&shuffles=2&line=2D@7.3C@15.`), path);
  const { search } = new URL(path, "http://test");
  assert.deepEqual(choiceOf(search), { name: "mini", shuffles: 2 });
  const line = lineFrames(MINI, opening(MINI, CODE), lineOf(search));
  assert.equal(line.length, 21);
  assert.ok(won(line[20].game.board));
});

test("a line that cannot be played is refused at its move", () => {
  const board = opening(MINI, CODE);
  const at = (/** @type {string[]} */ ...texts) => lineFrames(MINI, board, texts.map(parseAction));
  assert.throws(() => at("2D@7", "2D@7"), refused("illegal_move", 2));
  assert.throws(
    () => at("shuffle"),
    (/** @type {any} */ error) => error.code === "not_stuck",
  );
  assert.throws(() => lineOf("?line=nonsense"), refused("bad_action"));
});

test("a game is shared as its rows over time, the furthest first, and nothing of its cards", () => {
  const story = squaresOf(played(MOVES));
  assert.deepEqual(
    story.map((row) => row.length),
    [10, 10, 10, 10],
  );
  for (const row of story) assert.equal(row.at(-1), 4, "all rows of a game that is won are in order");
  const totals = story.map((row) => row.reduce((all, each) => all + each, 0));
  assert.deepEqual(
    totals,
    [...totals].sort((one, other) => other - one),
  );
  assert.match(squaresText(story), /^([⬛🟫🟧🟨🟩]{10}\n){3}[⬛🟫🟧🟨🟩]{10}$/u);
  const [first, ...others] = squaresText(squaresOf(played([]))).split("\n");
  assert.deepEqual([first, ...others], ["🟫".repeat(10), ...others.map(() => "⬛".repeat(10))]);
});

test("a replay is shared at the position that is shown", () => {
  assert.deepEqual([momentPath("g1", 0), momentPath("g1", 12)], ["/g/g1", "/g/g1?at=12"]);
});
