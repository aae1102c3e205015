import { endOf } from "../net/replica.js";
import { awaySeconds } from "../race/state.js";
import { parseBoard } from "../rules/board.js";
import { focusOn, NO_FOCUS, WIN_HOLD_MS } from "./director.js";
import { Recording } from "./recording.js";
import { broadcastState } from "./state.js";

/** @import { Director, Focus } from "./director.js" */
/** @import { Reporter } from "./news.js" */

/** The large game of a broadcast and the news of all games, from state to state. */
export class Direction {
  /** @type {BroadcastState | null} */ state = null;
  /** @type {Focus} */ focus = NO_FOCUS;
  /** Loaded later. @type {Director | null} */ director = null;
  /** Loaded later. @type {Reporter | null} */ reporter = null;

  /** Go on to a state; return the news. @param {BroadcastState} after @param {number} now by the clock of the page (ms) @returns {News[]} */
  goOn(after, now) {
    const news = (this.state && this.reporter?.report(this.state, after)) || [];
    this.state = after;
    const winner = news.find(({ kind }) => kind === "won")?.id;
    this.focus = focusOn(this.focus, after, now, winner, this.director?.choose(after, this.focus.id));
    return news;
  }

  /** The rules of the race. @returns {Variant | null} */
  get variant() {
    return null;
  }

  /** The state to draw, with its variant and the large game. */
  get shown() {
    const { focus, state, variant } = this;
    return state && variant ? { focus, state, variant } : null;
  }

  /** Let a game stay large; "": the director chooses. @param {string} id @param {number} [now] */
  pick(id, now = performance.now()) {
    this.focus = id ? { id, since: now, isPinned: true } : NO_FOCUS;
  }
}

/** How many win probabilities are kept: the shown state may be behind them by the delay. */
const MAX_CHANCES = 2000;

/** The broadcast of a room's races: follows the events of the room, and `step` goes on with the clock. */
export class Broadcast extends Direction {
  #recording = new Recording();
  /** The latest win probabilities, in the order in which they came. @type {wire.GameChance[]} */ #chances =
    [];
  /** The race that is shown. */ #race = "";
  /** Until when the end of the race stays, by the clock of the page (ms). */ #endsAt = -Infinity;
  /** The past that is watched instead of the present: from a time of the race on (ms), since a time of the page (ms), at a speed. @type {{ ms: number, since: number, speed: number } | null} */ #past =
    null;

  /** @param {RoomReplica} replica @param {{ now: () => number }} clock the server's */
  constructor(replica, clock) {
    super();
    this.replica = replica;
    this.clock = clock;
  }

  /** @override */
  get variant() {
    return this.replica.variant;
  }

  /** How late the boards are (s). Where boards are open, members with a seat see them at once. */
  get delayS() {
    const { race, room, sitsOut, you } = this.replica;
    if (!race) return 0;
    const isShownAll = you?.seated && !sitsOut && room?.settings.boards_open;
    return isShownAll ? 0 : (race.spectator_delay_s ?? 0);
  }

  /** Whether the present is watched, as late as it may be. */
  get isLive() {
    return !this.#past;
  }

  /** How fast the past is watched. */
  get speed() {
    return this.#past?.speed ?? 1;
  }

  /** The time from which on the race was seen here, and the end of what can be watched (ms since the start). */
  get seen() {
    const { race } = this.replica;
    return { from: Math.max(0, this.#recording.from), to: race ? this.#ms(race) : 0 };
  }

  /** Watch from a time of the race on (ms); from the present on, it is live. @param {number} ms @param {number} [speed] */
  seek(ms, speed = this.speed) {
    const { from, to } = this.seen;
    if (this.isLive && ms >= to) return;
    this.state = null; // the changes in between are no news
    this.#past = ms < to ? { ms: Math.max(from, ms), since: performance.now(), speed } : null;
  }

  /** The time of the race that is watched (ms since the start). @param {wire.RaceView} race @param {number} now by the clock of the page (ms) */
  #watchedMs(race, now) {
    const live = this.#ms(race);
    if (!this.#past) return live;
    const { ms, since, speed } = this.#past;
    const watched = ms + speed * (now - since);
    if (watched < live) return watched;
    this.seek(Infinity);
    return live;
  }

  /** Whether the race is over and its end has been shown. @param {number} now by the clock of the page (ms) */
  isOver(now) {
    return this.isLive && !!this.replica.race?.standings && !this.#recording.isBehind && now >= this.#endsAt;
  }

  /** Take an event that the replica has taken; none: look at the replica. @param {number} now @param {wire.Event} [event] */
  follow(now, event) {
    const { race, games, boards } = this.replica;
    if (race?.id !== this.#race) this.#begin(race);
    if (event?.t === "chances") {
      if (event.race === race?.id) this.#chances = [...this.#chances, ...event.games].slice(-MAX_CHANCES);
    } else if (!event || event.t === "welcome" || event.t === "started") {
      if (event || !this.#recording.games.size) this.#recording.jump(games, boards);
    } else if (event.t === "finished") this.#endsAt = now + this.#holdMs;
    else this.#add(event);
  }

  /** Go on to now: the state, the news, and the large game. @param {number} now by the clock of the page (ms) @returns {News[]} */
  step(now) {
    const { present, race, room, variant, started, you } = this.replica;
    if (!race || !variant) return [];
    if (this.#recording.advance(this.#ms(race)) && race.standings) this.#endsAt = now + this.#holdMs;
    const ms = this.#watchedMs(race, now);
    const { games, boards } = this.isLive ? this.#recording : this.#recording.at(ms);
    const opening = started && parseBoard(started.board, variant);
    const nameOf = (/** @type {string} */ player) => this.replica.nameOf(player);
    const chanceOf = (/** @type {wire.GameView} */ { game, n }) =>
      this.#chances.findLast((each) => each.game === game && each.n <= n) ?? null;
    const endsAt = room && endOf(race, room, games.values());
    const away = (/** @type {string} */ player) =>
      this.isLive ? awaySeconds(present, player, this.clock.now()) : null;
    const shown = {
      race,
      variant,
      games,
      boards,
      endsAt,
      awayS: away,
      opening,
      you: you?.id ?? "",
      nameOf,
      chanceOf,
    };
    return this.goOn(broadcastState(shown, ms), now);
  }

  /** How long the end of the race stays: a game that was given up last leaves nothing to see. */
  get #holdMs() {
    const [first, ...others] = this.replica.race?.standings ?? [];
    const last = others.reduce((one, other) => (other.time_ms > one.time_ms ? other : one), first);
    return last?.given_up ? 0 : WIN_HOLD_MS;
  }

  /** Show the end at once. */
  skip() {
    this.#past = null;
    this.#recording.advance(Infinity);
    this.#endsAt = -Infinity;
  }

  /** @param {wire.RaceView | null} race */
  #begin(race) {
    this.#race = race?.id ?? "";
    this.#recording = new Recording();
    this.#past = null;
    this.state = null;
    this.focus = NO_FOCUS;
    this.#chances = [];
    this.#endsAt = -Infinity;
  }

  /** @param {wire.Event} event */
  #add(event) {
    if (event.t !== "acted" && event.t !== "progress" && event.t !== "snapshot") return;
    const id = event.t === "snapshot" ? event.game.game : event.game;
    const game = this.replica.games.get(id);
    if (!game) return;
    const ms = event.t === "acted" ? event.ms : this.#endMs(game);
    this.#recording.add({ ms, game, board: this.replica.boards.get(id) });
  }

  /** When a game ended without a last action: with the race. @param {{ ended?: boolean }} game */
  #endMs({ ended }) {
    const { endsAt, race } = this.replica;
    return ended && race && endsAt !== null && this.clock.now() >= endsAt ? endsAt - race.starts_at : 0;
  }

  /** The time of the race as it is shown. @param {wire.RaceView} race */
  #ms(race) {
    return this.clock.now() - race.starts_at - 1000 * this.delayS;
  }
}
