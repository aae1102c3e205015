import { call, path } from "./api.js";

/** @import { Puzzle, PuzzleMistakes } from "./messages.js" */

/** @type {(signal: AbortSignal) => Promise<Puzzle>} */
export const nextPuzzle = (signal) => call("GET", "puzzles/next", { signal });

/** @type {(signal: AbortSignal) => Promise<Puzzle>} */
export const dailyPuzzle = (signal) => call("GET", "puzzles/daily", { signal });

/** @type {(id: string, signal: AbortSignal) => Promise<Puzzle>} */
export const puzzle = (id, signal) => call("GET", path("puzzles", id), { signal });

/** Make move `n` of the own try, or give up with `resign`. @type {(id: string, n: number, move: string) => Promise<Puzzle>} */
export const tryMove = (id, n, move) => call("POST", path("puzzles", id, "moves"), { body: { n, move } });

/** What was found so far. @type {(signal: AbortSignal) => Promise<PuzzleMistakes>} */
export const foundMistakes = (signal) => call("GET", "puzzles/mistakes", { signal });

/** Have the own games searched. @type {(signal: AbortSignal) => Promise<PuzzleMistakes>} */
export const findMistakes = (signal) => call("POST", "puzzles/mistakes", { signal });
