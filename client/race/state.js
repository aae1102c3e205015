import { spaced, t, timeText } from "../i18n/index.js";
import { playerColours } from "../people/names.js";
import { legalMoves, locked, moved, ROWS, stuck, won } from "../rules/board.js";
import { ranked } from "../rules/standings.js";
/** @import { PredictedGame } from "./predicted-game.js" */

/** A game, how much of it can be undone and redone, if only whether, and whether it is over. @typedef {{ game: Game, undo: number | boolean, redo: number | boolean, isOver: boolean }} Played */
/** @typedef {ReturnType<typeof gameState>} GameState */

/** The own game, as a screen shows it. @param {Played} played @param {boolean} canShuffle @param {boolean} [isWaiting] whether the server has to answer first */
export function gameState({ game, undo, redo, isOver }, canShuffle, isWaiting = false) {
  const { board, n, moves, shuffles, variant } = game;
  return {
    board,
    /** The number of the last action. */ n,
    moves,
    shuffles,
    undo,
    redo,
    isOver,
    isWaiting,
    canShuffle,
    locked: locked(board),
    /** The cards that can be locked. */ total: ROWS * (variant.columns - 1),
    shufflesLeft: Math.max(0, variant.shuffles - shuffles),
    /** Whether the variant has any. */ hasShuffles: variant.shuffle_when !== null,
    isStuck: !isOver && stuck(board, variant),
    isWon: won(board),
  };
}

/** A game whose moves the server confirms. @param {PredictedGame} own */
export const predictedState = (own) => gameState(own.optimistic, !own.refusal("shuffle"), own.isWaiting);

/** More cards than these are put in place by hand. */
const MAX_TO_FINISH = 12;

/**
 * The moves that finish a board, if putting cards in place is all that is left to do; null otherwise.
 * @type {(game: GameState, variant: Variant) => Move[] | null}
 */
export function finishing({ board, isOver, total, locked: done }, variant) {
  if (isOver || total - done > MAX_TO_FINISH) return null;
  const moves = [];
  for (let now = board; !won(now); ) {
    const move = legalMoves(now, variant).find((each) => locked(moved(now, each)) > locked(now));
    if (!move) return null;
    moves.push(move);
    now = moved(now, move);
  }
  return moves;
}

/** How far one game is ahead of another: in cards or, with equal cards, in ms. @typedef {{ cards: number, ms: number }} Lead */

/** One's own lane, and which others it is compared with. @typedef {{ own: Lane, level?: Lane, behind?: Lane, ahead?: Lane, leader?: Lane }} Place */

/**
 * One's own place: `level` with another, `ahead` of the second, or `behind` the next one and the `leader`, if that is a
 * third. Without a move there is no place yet, and only the leader.
 * @type {(lanes: Lane[]) => Place | null}
 */
export function ownPlace(lanes) {
  const own = lanes.find(({ isMine }) => isMine);
  if (!own) return null;
  if (!own.rank) return { own, leader: lanes.find(({ rank }) => rank === 1) };
  const better = lanes.filter(({ rank }) => rank && rank < own.rank);
  const level = lanes.find((each) => each !== own && each.rank === own.rank);
  const behind = level ? undefined : better.at(-1);
  const ahead = level || behind ? undefined : lanes.find(({ rank }) => rank > own.rank);
  const leader = better[0] === behind ? undefined : better[0];
  return { own, level, behind, ahead, leader };
}

/**
 * Null if two games are level, or if the other one is behind in rank alone: it has been given up.
 * @type {(better: Pick<Lane, "locked" | "reachedMs">, worse: Pick<Lane, "locked" | "reachedMs">) => Lead | null}
 */
export function leadOf(better, worse) {
  const cards = better.locked - worse.locked;
  const ms = worse.reachedMs - better.reachedMs;
  return (cards || ms) > 0 ? { cards, ms } : null;
}

/** When the time that is left is shown instead of the time that has passed (ms). */
export const LAST_MINUTE_MS = 60_000;
/** The last seconds before a start are heard. */
const COUNTED_DOWN = 5;

/** A game of the race, as the race bar shows it. @typedef {ReturnType<typeof lanesOf>[number]} Lane */
/** @typedef {wire.GameView & { name?: string }} Racer a game of the room, or a ghost with its name */
/** The facts of the previous state of a race on which the next one depends. @typedef {{ game: GameState | null, lanes: Lane[], isSettled: boolean, endedAt: number | null }} Before */
/** @typedef {ReturnType<typeof raceState>} RaceState */

/**
 * Everything that the screen of a race shows at an instant (ms since 1970, by the server's clock). Times are in ms.
 * @param {Before | null} before @param {wire.RaceView} race @param {{ replica: RoomReplica, own: PredictedGame | null }} room @param {number} now @param {Racer[]} [ghosts]
 */
export function raceState(before, race, { replica, own }, now, ghosts = []) {
  const current = own && predictedState(own);
  // As long as it is the same, nothing of it is drawn again.
  const game = current && before?.game && isSame(before.game, current) ? before.game : current;
  const { starts_at } = race;
  const endsAt = replica.endsAt ?? Infinity;
  const left = endsAt - now;
  const endedAt = game?.isOver ? (before?.endedAt ?? now) : null;
  const { ended = false, last_action_ms = 0 } = replica.ownGame ?? {};
  // From its end on, a player sees the others with the delay of a spectator: as they were long before.
  const lanes = before?.isSettled ? before.lanes : lanesOf(replica, ghosts, now);
  return {
    /** 0 once the cards are dealt. */
    secondsToStart: game ? 0 : Math.max(0, Math.ceil((starts_at - now) / 1000)),
    /** Null before the start. */ game,
    /** All games, best first. */ lanes,
    /** Whether the server has confirmed the end of the own game. */ isSettled: ended,
    /** When the game was over by the clock here. */ endedAt,
    /** Since the start, or until the end of the game. */
    elapsed: endedAt && ended ? last_action_ms : (endedAt ?? now) - starts_at,
    /** How long the race can last; Infinity if it has no end. */ limit: endsAt - starts_at,
    /** How much of that is left. */ left,
    /** Whether the last minute has begun. */ isLate: left < LAST_MINUTE_MS && !endedAt,
  };
}

/** @type {(one: GameState, other: GameState) => boolean} */
const isSame = ({ board, ...one }, { board: otherBoard, ...other }) =>
  board.every((card, slot) => card === otherBoard[slot]) &&
  String(Object.values(one)) === String(Object.values(other));

/** The announcements and sounds as one state follows another. @param {RaceState | null} before @param {RaceState} after */
export function changes(before, { secondsToStart, game, lanes }) {
  const old = before?.game;
  const [rankBefore, rank] = [before?.lanes, lanes].map(
    (each) => each?.find(({ isMine }) => isMine)?.rank ?? 0,
  );
  return {
    countedDown:
      secondsToStart > 0 && secondsToStart <= COUNTED_DOWN && secondsToStart !== before?.secondsToStart,
    dealt: !old && !!game && !game.n,
    lockedMore: !!old && !!game && game.locked > old.locked && game.n > 0,
    /** The number of places that one went up, or down if it is negative. */
    placesWon: rankBefore && rank ? rankBefore - rank : 0,
    rank,
    ended: !!game?.isOver && !old?.isOver,
  };
}

/** A game that waits for a shuffle is not stuck any more. @type {(game: GameState | null | undefined) => boolean} */
export const isStuckNow = (game) => !!game?.isStuck && !game.isWaiting;

/** How long a player of the race who is not connected may still be away (whole seconds); null if connected. @type {(present: wire.Present | null, player: string, now: number) => number | null} */
export function awaySeconds(present, player, now) {
  const until = present?.away?.[player];
  return until == null ? null : Math.max(0, Math.floor((until - now) / 1000));
}

/** The figures of a game wherever those of its race are listed. @param {wire.GameView} game */
export const figuresOf = ({ ended, game: id, locked, moves, reached_ms: reachedMs = 0, shuffles, won }) => ({
  id,
  locked,
  /** Since when it has this many locked cards. */ reachedMs,
  moves,
  shuffles,
  isWon: !!won,
  /** Whether it has ended without a win. */ isOut: !!ended && !won,
});

/** The lanes of a race at an instant (ms since 1970), best first. @param {RoomReplica} replica @param {Racer[]} ghosts @param {number} now */
export function lanesOf(replica, ghosts, now) {
  const { present, variant, you } = replica;
  const colours = playerColours(replica.seats.map(({ player }) => player));
  const total = ROWS * ((variant?.columns ?? 1) - 1);
  const racers = ranked(/** @type {Racer[]} */ ([...replica.order, ...ghosts]));
  return racers.map((each) => ({
    ...figuresOf(each),
    name: each.name ?? replica.nameOf(each.player),
    colour: colours.get(each.player) ?? 0,
    isMine: each.player === you?.id,
    /** 0 without a move: there is nothing to rank yet. */ rank: each.moves ? each.rank : 0,
    /** The cards that can be locked. */ total,
    awayS: each.ended ? null : awaySeconds(present, each.player, now),
  }));
}

/** How a game is drawn in a list of those of a race. @type {(name: string, game: Pick<Lane, "awayS" | "isMine" | "isOut" | "isWon" | "rank"> & { isStuck?: boolean }) => string} */
export const classOf = (name, { awayS, isMine, isOut, isStuck, isWon, rank }) =>
  spaced(
    name,
    isMine && "me",
    (isOut || awayS !== null) && "out",
    isStuck && "stuck",
    isWon && "won",
    !rank && "idle",
  );

/** The longest time limit that is shown: 100 minutes (ms). */
const MAX_LIMIT_MS = 6e6;

/** The text beside the clock of a race: how long it can last, or in its last minute that this is the time left. @type {(state: Pick<RaceState, "isLate" | "limit">) => string} */
export const limitText = ({ isLate, limit }) =>
  isLate ? t("timeLeft") : limit < MAX_LIMIT_MS ? t("outOf", { n: timeText(limit) }) : "";

/** The text about a game beside its figures: that it has ended, until when its player may be away, that no move is left, or its shuffles. @type {(game: Pick<Lane, "isOut" | "awayS" | "shuffles"> & { isStuck?: boolean }) => string} */
export function moreText({ isOut, awayS, isStuck, shuffles }) {
  if (isOut) return t("gaveUp");
  if (awayS !== null) return t("outIn", { time: timeText(1000 * awayS) });
  if (isStuck) return t("stuckShort");
  return shuffles ? `↻${shuffles}` : "";
}
