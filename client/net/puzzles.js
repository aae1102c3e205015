import { call, path, request } from "./api.js";
import { withQuery } from "./play.js";

/** @import { Puzzle, PuzzleMistakes } from "./messages.js" */

/** @type {(signal: AbortSignal) => Promise<Puzzle>} */
export const nextPuzzle = (signal) => request("GET", "puzzles/next", { signal });

/** The puzzle of today in a time zone. @type {(zone: string, signal: AbortSignal) => Promise<Puzzle>} */
export const dailyPuzzle = (zone, signal) => request("GET", withQuery("puzzles/daily", { zone }), { signal });

/** @type {(id: string, signal: AbortSignal) => Promise<Puzzle>} */
export const puzzle = (id, signal) => request("GET", path("puzzles", id), { signal });

/** Make move `n` of the own try, or give up with `resign`. @type {(id: string, n: number, move: string) => Promise<Puzzle>} */
export const tryMove = (id, n, move) => call("POST", path("puzzles", id, "moves"), { body: { n, move } });

/** What was found so far. @type {(signal: AbortSignal) => Promise<PuzzleMistakes>} */
export const foundMistakes = (signal) => request("GET", "puzzles/mistakes", { signal });

/** Have the own games searched. @type {(signal: AbortSignal) => Promise<PuzzleMistakes>} */
export const findMistakes = (signal) => call("POST", "puzzles/mistakes", { signal });
