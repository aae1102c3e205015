import { formatBoard, legalMoves, locked } from "./board.js";

/** @import { Action } from "./actions.js" */
/** @import { Board } from "./board.js" */
/** @import { Game } from "./game.js" */
/** @import { Variant } from "./variants.js" */
/** @typedef {{ game: Game, ms: number }} Frame a game after one of its actions, and when that was since the start (ms) */
/**
 * What a rule found, with its numbers; `other` is the name of the other line.
 * @typedef {{ rule: string, values: { [name: string]: number }, other: string }} Flag
 */
/** @typedef {{ [name: string]: Set<string> }} Lines other lines on the deal by their names, each as the texts of its boards */
/**
 * A move, as far as the rules look at it.
 * @typedef {{ ms: number, pause: number, gained: number, isChoice: boolean, followsMove: boolean }} Step
 */

// The thresholds are explained in server/gaprace/rules/examination.py, whose flags are the same.
const MAX_FAST_MOVES = 20;
const MIN_FAST_MOVES = 10;
const FAST_PAUSE_MS = 200;
const MIN_PAUSES = 20;
const EVEN_RATIO = [3, 2];
const LINE_MOVES = 25;
const LINE_GAIN = 10;
const LINE_CHOICES = 8;
const THOUGHT_MS = 1000;
const SAME_PERMILLE = 850;
const MIN_SAME_CHOICES = 20;

/**
 * What the record of a game shows that hands and thought alone seldom leave behind: a reason to look, not a verdict.
 * @type {(frames: readonly Frame[], actions: readonly Action[], lines?: Lines) => Flag[]}
 */
export function examine(frames, actions, lines = {}) {
  const steps = stepsOf(frames, actions);
  const found = [fast(steps), even(steps), thoughtless(steps), same(frames, lines)];
  return found.filter((flag) => flag !== null);
}

/** @type {(frames: readonly Frame[], actions: readonly Action[]) => Step[]} */
const stepsOf = (frames, actions) =>
  actions.flatMap((action, i) => {
    if (typeof action === "string") return [];
    const [before, after] = [frames[i], frames[i + 1]];
    const gained = locked(after.game.board) - locked(before.game.board);
    const isChoice = gained <= 0 && legalMoves(before.game.board, before.game.variant).length > 1;
    const followsMove = i > 0 && typeof actions[i - 1] !== "string";
    return [{ ms: after.ms, pause: after.ms - before.ms, gained, isChoice, followsMove }];
  });

/** @type {(rule: string, values: { [name: string]: number }, other?: string) => Flag} */
const flag = (rule, values, other = "") => ({ rule, values, other });

/** Of equal ones the first. @type {(flags: (Flag | null)[], value: (flag: Flag) => number) => Flag | null} */
const least = (flags, value) =>
  flags.reduce((best, each) => (each && (!best || value(each) < value(best)) ? each : best), null);

/** @type {(steps: Step[]) => Flag | null} */
function fast(steps) {
  const size = Math.min(MAX_FAST_MOVES, steps.length);
  if (size < MIN_FAST_MOVES) return null;
  const spans = steps.slice(size - 1).map(({ ms }, i) => ms - steps[i].ms + steps[i].pause);
  const ms = Math.min(...spans);
  return ms < size * FAST_PAUSE_MS ? flag("faster_than_hands", { moves: size, ms }) : null;
}

/** @type {(steps: Step[]) => Flag | null} */
function even(steps) {
  const pauses = steps
    .slice(1)
    .map(({ pause }) => pause)
    .sort((a, b) => a - b);
  if (pauses.length < MIN_PAUSES) return null;
  const tenth = Math.floor(pauses.length / 10);
  const [low, high] = [pauses[tenth], pauses[pauses.length - 1 - tenth]];
  const isEven = high * EVEN_RATIO[1] <= low * EVEN_RATIO[0];
  return isEven ? flag("pauses_too_even", { moves: steps.length, low_ms: low, high_ms: high }) : null;
}

/** @type {(steps: Step[]) => Flag | null} */
const thoughtless = (steps) =>
  least(
    steps.slice(LINE_MOVES - 1).map((_, at) => line(steps.slice(at, at + LINE_MOVES))),
    ({ values }) => values.longest_ms,
  );

/** @type {(steps: Step[]) => Flag | null} */
function line(steps) {
  const longest = Math.max(...steps.map(({ pause }) => pause));
  if (longest > THOUGHT_MS || !steps.slice(1).every(({ followsMove }) => followsMove)) return null;
  const gained = steps.reduce((sum, step) => sum + step.gained, 0);
  const choices = steps.filter(({ isChoice }) => isChoice).length;
  if (gained < LINE_GAIN || choices < LINE_CHOICES) return null;
  return flag("no_thought", { moves: steps.length, gained, choices, longest_ms: longest });
}

/** @type {(frames: readonly Frame[], lines: Lines) => Flag | null} */
function same(frames, lines) {
  const { game } = frames[frames.length - 1];
  const boards = standingBoards(game);
  const way = [frames[0].game.board, ...boards];
  const choices = boards.map((board, i) => isChoice(way[i], board, game.variant));
  const texts = boards.map(formatBoard);
  const found = Object.entries(lines).map(([name, line]) => sameAs(texts, choices, name, line));
  return least(found, ({ values }) => -values.same);
}

/** @type {(before: Board, after: Board, variant: Variant) => boolean} */
const isChoice = (before, after, variant) =>
  locked(after) <= locked(before) && legalMoves(before, variant).length > 1;

/** @type {(boards: string[], isChoice: boolean[], name: string, line: Set<string>) => Flag | null} */
function sameAs(boards, isChoice, name, line) {
  const met = [...boards.keys()].filter((i) => line.has(boards[i]));
  const choices = met.filter((i) => isChoice[i]).length;
  if (met.length * 1000 < boards.length * SAME_PERMILLE || choices < MIN_SAME_CHOICES) return null;
  return flag("same_line", { boards: boards.length, same: met.length, choices }, name);
}

/** The boards on the way to the current one, without what was undone, and without the opening. @type {(game: Game) => Board[]} */
function standingBoards(game) {
  /** @type {Board[]} */
  const boards = [];
  /** @type {{ board: Board, past: Game["past"] }} */
  let at = game;
  for (; at.past; at = at.past) boards.unshift(at.board);
  return boards;
}
