import { parseBoard } from "../rules/board.js";
import { newGame, play } from "../rules/game.js";
import { readTranscript } from "../rules/transcript.js";
import { variantOf } from "../rules/variants.js";

/** @import { Game } from "../rules/game.js" */

/**
 * The game before its first action and after each, with the milliseconds since the start. The shuffles are told,
 * not made: it is for showing and proves nothing; `record.js` does.
 * @type {(told: { variant: object, opening: string, transcript: string, shuffled: string[] }) =>
 *   Generator<{ game: Game, ms: number }, void>}
 */
export function* frames(told) {
  const variant = variantOf(told.variant);
  let game = newGame(variant, parseBoard(told.opening, variant));
  yield { game, ms: 0 };
  for (const { action, ms } of readTranscript(told.transcript)) {
    game = play(game, action, (_, k) => parseBoard(told.shuffled[k - 1], variant));
    yield { game, ms };
  }
}
