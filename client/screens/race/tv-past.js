import { Direction } from "../../broadcast/broadcast.js";
import { WIN_HOLD_MS } from "../../broadcast/director.js";
import { Reporter } from "../../broadcast/news.js";
import { broadcastState } from "../../broadcast/state.js";
import { playerName } from "../../people/names.js";
import { frameAt, framesOf } from "../../replay/frames.js";
import { cardsOf, stepAt, trackOf } from "../../replay/timeline.js";
import { variantOf } from "../../rules/variants.js";

/** @typedef {wire.RacePage & { opening: string }} OpenRace a race that is over and whose play may be seen */
/** @typedef {{ result: wire.RacedGame, frames: Frame[], track: Track }} Played */

/** A long race is shown from so long before its end (ms). */
const MAX_SHOWN_MS = 3 * 60_000;

/** A race of the past as it would have been broadcast, from its games: a state for each time. */
export class PastRace {
  /** @param {OpenRace} page */
  constructor(page) {
    this.page = page;
    this.variant = variantOf(page.variant);
    this.games = (page.games ?? []).flatMap((result) => playedOf(result, page));
    this.end = Math.max(0, ...this.games.map(({ frames }) => frames[frames.length - 1].ms));
  }

  /** The race at a time (ms since its start). @param {number} ms @returns {BroadcastState} */
  at(ms) {
    const { games, page, variant } = this;
    const boards = games.map(
      ({ result, frames }) => /** @type {const} */ ([result.game, frames[frameAt(frames, ms)].game.board]),
    );
    const names = new Map(games.map(({ result }) => [result.player, playerName(result.name)]));
    const seats = page.seats.filter(({ game }) => games.some(({ result }) => result.game === game));
    return broadcastState(
      {
        race: { ...page, seats, ends_at: null, commitment: "" },
        endsAt: null,
        variant,
        games: new Map(games.map((game) => [game.result.game, viewAt(game, ms)])),
        boards: new Map(boards),
        opening: games[0]?.frames[0].game.board ?? null,
        you: "",
        nameOf: (player) => names.get(player) ?? "",
      },
      ms,
    );
  }
}

/** @type {(result: wire.RacedGame, page: OpenRace) => Played[]} */
function playedOf(result, { opening, variant }) {
  const { transcript, shuffled_boards = [] } = result;
  if (transcript == null) return [];
  const frames = framesOf({ transcript, shuffled_boards, opening, variant });
  return [{ result, frames, track: trackOf(result.game, frames) }];
}

/** A game as spectators would have seen it. @type {(played: Played, ms: number) => wire.GameView} */
function viewAt({ result, frames, track }, ms) {
  const n = frameAt(frames, ms);
  const { game } = frames[n];
  const { locked, reached_ms } = stepAt(track, ms);
  const steps = track.steps.slice(1, n + 1).filter((step, i) => step.locked !== track.steps[i].locked);
  const won = locked === cardsOf(frames);
  return {
    game: result.game,
    player: result.player,
    n,
    locked,
    reached_ms,
    moves: game.moves,
    shuffles: game.shuffles,
    won,
    ended: won || (n > 0 && n === frames.length - 1),
    last_action_ms: frames[n].ms,
    steps: steps.flatMap((step) => [step.ms, step.locked]),
  };
}

/** A race of the past, shown as if it ran now. */
export class PastChannel extends Direction {
  code = "";
  delayS = 0;
  /** @type {Direction["reporter"]} */ reporter = new Reporter();

  /** @param {OpenRace} page @param {number} now by the clock of the page (ms) */
  constructor(page, now) {
    super();
    this.id = page.id;
    this.race = new PastRace(page);
    this.began = now - Math.max(0, this.race.end - MAX_SHOWN_MS);
  }

  /** @override */
  get variant() {
    return this.race.variant;
  }

  /** @param {number} now */
  step(now) {
    return this.goOn(this.race.at(Math.min(now - this.began, this.race.end)), now);
  }

  /** @param {number} now */
  isOver(now) {
    return now - this.began > this.race.end + WIN_HOLD_MS;
  }
}
