import { parseBoard } from "./board.js";
import { newGame, play } from "./game.js";
import { readTranscript } from "./transcript.js";
import { variantOf } from "./variants.js";

/** @import { Game } from "./game.js" */

/**
 * The game before its first action and after each, with the milliseconds since the start. The shuffles are told,
 * not made: it is for showing and proves nothing; `record.js` does.
 * @type {(told: { variant: object, opening: string, transcript: string, shuffled_boards: string[] }) =>
 *   Generator<{ game: Game, ms: number }, void>}
 */
export function* frames(told) {
  const variant = variantOf(told.variant);
  let game = newGame(variant, parseBoard(told.opening, variant));
  yield { game, ms: 0 };
  for (const { action, ms } of readTranscript(told.transcript)) {
    game = play(game, action, (_, k) => parseBoard(told.shuffled_boards[k - 1], variant));
    yield { game, ms };
  }
}
