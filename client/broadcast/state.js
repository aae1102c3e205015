import { playerColours } from "../people/names.js";
import { figuresOf, LAST_MINUTE_MS } from "../race/state.js";
import { leadChanges } from "../replay/timeline.js";
import { locked, ROWS, runLength, stuck } from "../rules/board.js";
import { ranked } from "../rules/standings.js";
import { newsItem, START } from "./news.js";

/**
 * A race as far as it is shown: games and boards by the id of a game.
 * @typedef {{
 *   race: wire.RaceView, variant: Variant, games: ReadonlyMap<string, wire.GameView>, boards: ReadonlyMap<string, Board>,
 *   endsAt: number | null, awayS?: (player: string) => number | null, opening: Board | null, you: string, nameOf: (player: string) => string, chanceOf?: (game: wire.GameView) => wire.GameChance | null,
 * }} ShownRace
 */
/** @typedef {ReturnType<typeof broadcastState>} BroadcastState */
/** A game of the race: a lane, with everything more that a spectator sees. @typedef {BroadcastState["entries"][number]} Entry */

/** A race as a spectator sees it. Times are in ms since the start, by the clock that is as late as the boards. @param {ShownRace} shown @param {number} ms */
export function broadcastState(shown, ms) {
  const { race, variant, games, boards, endsAt, awayS, opening, you, nameOf, chanceOf } = shown;
  const colours = playerColours(race.seats.map(({ player }) => player));
  const known = race.seats.map((seat) => games.get(seat.game) ?? unplayed(seat));
  const entries = ranked(known).map((game) => {
    const outlook = game.ended || game.won ? null : (chanceOf?.(game) ?? null);
    return {
      ...entryOf(game, boards.get(game.game) ?? null, variant),
      name: nameOf(game.player),
      colour: colours.get(game.player) ?? 0,
      isMine: game.player === you,
      awayS: game.ended ? null : (awayS?.(game.player) ?? null),
      rank: game.moves ? game.rank : 0,
      /** The probability of a win, 0 to 1, of which both are proven; null if it is not known or has ended. */
      chance: outlook?.win ?? null,
      /** Where the chance is from. */ outlook,
    };
  });
  const opened = opening ? locked(opening) : 0;
  const limit = (endsAt ?? Infinity) - race.starts_at;
  const left = Math.max(0, limit - ms);
  return {
    race: race.id,
    /** The race as everyone may see it. */ of: race,
    /** Best first. */ entries,
    /** The game that is ahead of all others, once it has a card more than at the start, or "". */
    leader: leaderOf(entries, opened),
    /** The cards that can be locked in a game. */ cards: ROWS * (variant.columns - 1),
    /** The cards that were locked at the start. */ opened,
    /** Negative before the start; it stops at the time limit. */ ms: Math.min(ms, limit),
    /** How long the race can last; Infinity if it has no end. */ limit,
    /** How much of that is left. */ left,
    /** Whether the last minute has begun. */ isLate: left < LAST_MINUTE_MS,
    hasStarted: games.size > 0,
  };
}

/** @type {(seat: { game: string, player: string }) => wire.GameView} */
const unplayed = ({ game, player }) => ({ game, player, n: 0, locked: 0, moves: 0, shuffles: 0 });

/** @param {wire.GameView} game @param {Board | null} board @param {Variant} variant */
function entryOf(game, board, variant) {
  const runs = board ? [0, 1, 2, 3].map((row) => runLength(board, row)) : [];
  const isRunning = !game.ended && !game.won;
  const shufflesLeft = variant.shuffles - game.shuffles;
  return {
    ...figuresOf(game),
    /** Whether only undo can help. */
    isStuck: isRunning && !!board && shufflesLeft <= 0 && stuck(board, variant),
    /** The rows that begin with a 2. */ openRows: runs.filter((length) => length > 0).length,
    /** The rows that are complete. */
    doneRows: runs.filter((length) => length === variant.columns - 1).length,
    /** Null where only progress may be seen. */ board,
    /** When its last action was received. */ lastMs: game.last_action_ms ?? 0,
    /** A time (ms) and the locked cards since then, and so on. */ steps: game.steps ?? [],
  };
}

/** @type {(lanes: Pick<Lane, "id" | "locked" | "rank">[], opened: number) => string} */
function leaderOf([first, second], opened) {
  const isAhead = first?.rank === 1 && second?.rank !== 1 && first.locked > opened;
  return isAhead ? first.id : "";
}

/** How a game came to its locked cards, from the start on. @type {(entry: Entry, opened: number) => Track} */
export function trackSoFar({ id, steps, moves }, opened) {
  const known = [{ ms: 0, locked: opened, moves: 0, reached_ms: 0 }];
  for (let i = 0; i < steps.length; i += 2)
    known.push({ ms: steps[i], locked: steps[i + 1], moves: Math.max(1, moves), reached_ms: steps[i] });
  return { id, steps: known };
}

/** The news that a late spectator has missed: the start, every change of the lead, and every end. @type {(state: BroadcastState) => News[]} */
export function soFar({ entries, hasStarted, opened }) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const leads = leadChanges(entries.map((entry) => trackSoFar(entry, opened))).map(({ ms, id, locked }) =>
    newsItem("lead", /** @type {Entry} */ (byId.get(id)), ms, locked),
  );
  const ends = entries
    .filter(({ isWon, isOut }) => isWon || isOut)
    .map((each) =>
      newsItem(each.isWon ? "won" : "out", each, each.lastMs, each.isWon ? each.rank : each.locked),
    );
  const isWinning = (/** @type {News} */ lead) => ends.some(({ id, ms }) => id === lead.id && ms === lead.ms);
  const since = [...leads.filter((lead) => !isWinning(lead)), ...ends].sort((a, b) => a.ms - b.ms);
  return hasStarted ? [START, ...since] : since;
}
