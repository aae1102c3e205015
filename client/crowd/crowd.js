import { knownRows, lanesAround, seatOf } from "./rows.js";

/** @import { Event, Leaders, Looked, Nearby, Own, Row, Welcome } from "../net/messages.js" */
/** @import { RoomReplica } from "../room/replica.js" */
/** @import { Command, GameView } from "../net/messages.js" */
/** @import { KnownRow } from "./rows.js" */
/**
 * A game of a broadcast. `place`: of one behind the leaders, 0 if that is not known.
 * @typedef {GameView & { seat: number, place?: number }} Racer
 */

/** As many boards can be looked at. */
const MAX_LOOKED = 50;
/** Other boards are asked for at most so often (ms). */
const LOOK_INTERVAL_MS = 1500;
/** So many boards that are not wanted any more stay, since places change back and forth. */
const SPARE_BOARDS = 6;

/**
 * What a large room says to this client in place of everything: the own place, the best games, the neighbours of the own
 * game, and the boards that are looked at. In a small room nothing of it is known, and the replica alone answers.
 */
export class Crowd {
  /** @type {Omit<Own, "t">} */ own = {};
  /** @type {Leaders | null} */ leaders = null;
  /** @type {Nearby | null} */ nearby = null;
  /** The games that are looked at. @type {Set<string>} */ looked = new Set();
  /** The names that were heard, by player. @type {Map<string, string>} */ names = new Map();

  /** @param {RoomReplica} replica */
  constructor(replica) {
    this.replica = replica;
  }

  /** The numbers of the room; null if it is small. */
  get size() {
    return this.replica.room?.crowd ?? null;
  }

  /** The seats of the games that are known here: the own one, and those that are looked at. */
  get seats() {
    if (!this.size) return undefined;
    const { seat } = this.own;
    const seats = [...this.looked].map((game) => ({
      game,
      player: this.replica.games.get(game)?.player ?? "",
    }));
    return seat ? [seat, ...seats] : seats;
  }

  /** The player as a member. */
  get self() {
    return this.size && this.own.member;
  }

  /** The own result, once the race has ended. */
  get standing() {
    return this.size && this.replica.race?.standings ? this.own.standing : null;
  }

  /** The games that are known, best first. */
  get order() {
    const { leaders, nearby, own, replica, size } = this;
    const of = [leaders, nearby, own, replica.ownGame];
    if (of.some((each, i) => each !== this.#known.of[i]))
      this.#known = { of, rows: knownRows(leaders, nearby, this.#ownRow) };
    return size && this.#known.rows;
  }

  /** The rows that are known, and from what they follow. @type {{ of: unknown[], rows: KnownRow[] }} */ #known =
    { of: [], rows: [] };

  /** The games that have a lane in the race bar. */
  get lanes() {
    return this.order && lanesAround(this.order, this.own.seat?.game ?? "");
  }

  /**
   * The games of a broadcast: the leaders, the neighbours, and those that are looked at; each as `shown` has it, or else its
   * row. None in a small room.
   * @param {ReadonlyMap<string, GameView>} shown @returns {Racer[] | undefined}
   */
  racers(shown) {
    if (!this.order) return undefined;
    const first = new Set(this.leaders?.rows.map(({ game }) => game));
    const rows = new Map(this.order.map((row) => [row.game, row]));
    const ids = new Set([...rows.keys(), ...this.looked]);
    return [...ids].flatMap((id) => {
      const row = rows.get(id);
      const game = shown.get(id) ?? (row && { ...row, last_action_ms: row.reached_ms });
      const place = first.has(id) ? {} : { place: row?.rank ?? 0 };
      return game ? { ...game, ...place, seat: seatOf(id) } : [];
    });
  }

  /** What is asked for, and since when (ms of the page). @type {{ ids: Set<string>, at: number }} */ #asked =
    { ids: new Set(), at: -Infinity };

  /** Ask for the boards of these games, the most important first, unless they are on their way. @param {string[]} games @param {(command: Command) => unknown} send @param {number} now by the clock of the page (ms) */
  look(games, send, now) {
    const { ids, at } = this.#asked;
    const wanted = [...new Set(games)].filter((id) => id && id !== this.own.seat?.game).slice(0, MAX_LOOKED);
    const isEnough = wanted.every((id) => ids.has(id)) && ids.size <= wanted.length + SPARE_BOARDS;
    if (!this.size || !this.replica.started || isEnough || now - at < LOOK_INTERVAL_MS) return;
    this.#asked = { ids: new Set(wanted), at: now };
    send({ t: "look", games: wanted });
  }

  /** The own game as it is now. @returns {Row | null} */
  get #ownRow() {
    const { ownGame, you } = this.replica;
    const { seat } = this.own;
    if (!seat) return null;
    const known = [...(this.leaders?.rows ?? []), ...(this.nearby?.rows ?? [])].find(
      ({ game }) => game === seat.game,
    );
    const { n = 0, locked = 0, moves = 0, shuffles = 0 } = ownGame ?? known ?? {};
    const { reached_ms = 0, ended = false, won = false } = ownGame ?? known ?? {};
    const { player, game, name = you?.name ?? "" } = seat;
    return { rank: 0, player, name, game, n, locked, moves, shuffles, reached_ms, ended, won };
  }

  /** @param {Welcome} welcome */
  welcome({ own, leaders = null, nearby = null, games = [] }) {
    this.own = own ?? {};
    this.#lead(leaders);
    this.#neighbour(nearby);
    this.looked = new Set(games.map(({ game }) => game).filter((game) => game !== own?.seat?.game));
  }

  /** Another race follows. */
  forget() {
    this.#asked = { ids: new Set(), at: -Infinity };
    this.leaders = this.nearby = null;
    this.looked.clear();
    this.names.clear();
  }

  /** @param {Event} event */
  apply(event) {
    const { race } = this.replica;
    if (event.t === "own") this.own = event;
    else if (event.t === "leaders") event.race === race?.id && this.#lead(event);
    else if (event.t === "nearby") event.race === race?.id && this.#neighbour(event);
    else if (event.t === "listed") this.#hear(event.members.map(({ id, name }) => [id, name]));
    else if (event.t === "looked") this.#look(event);
  }

  /** @param {Leaders | null} leaders */
  #lead(leaders) {
    this.leaders = leaders;
    this.#hear(leaders?.rows.map(({ player, name }) => [player, name]) ?? []);
  }

  /** @param {Nearby | null} nearby */
  #neighbour(nearby) {
    this.nearby = nearby;
    this.#hear(nearby?.rows.map(({ player, name }) => [player, name]) ?? []);
  }

  /** @param {[player: string, name: string][]} names */
  #hear(names) {
    for (const [player, name] of names) this.names.set(player, name);
  }

  /** Those that are no longer looked at are forgotten. @param {Looked} looked */
  #look({ games: views }) {
    const { boards, games } = this.replica;
    for (const id of this.looked) {
      games.delete(id);
      boards.delete(id);
    }
    this.looked = new Set(views.map(({ game }) => game));
    for (const game of views) this.replica.apply({ t: "snapshot", game });
    this.looked = new Set([...this.looked].filter((id) => games.has(id)));
  }
}
