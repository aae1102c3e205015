import { Crowd } from "../../client/crowd/crowd.js";
import { RoomReplica } from "../../client/room/replica.js";
import { ranked } from "../../client/rules/ranking.js";
import { RACE, Referee, roomView, STARTED, STARTING, welcome } from "./stage.js";

/** @import { Event, Leaders, Member, Nearby, RaceView, Row, Welcome } from "../../client/net/messages.js" */

const MAX_LEADERS = 20;
const AROUND = 2;

/** The replica of a client that has heard of a large room before. @type {(...events: Event[]) => RoomReplica} */
export function crowdOf(...events) {
  const replica = new RoomReplica();
  replica.crowd = new Crowd(replica);
  for (const event of events) replica.apply(event);
  return replica;
}

/** The room of a large race as everyone hears of it. @type {(race: RaceView | null, count: number, version?: number) => Welcome["room"]} */
export const largeRoom = (race, count, version = 1) => ({
  ...roomView(race, version),
  settings: { variant: { name: "mini" }, seats: 2000 },
  host: "host",
  members: [{ id: "host", name: "Host", sits_out: true }],
  crowd: { members: count + 1, ready: 0, present: count, games: count },
});

/** The server of a large race: its games, and what it says to the player of one of them, or to a spectator. */
export class LargeRace {
  race = { ...RACE, seats: [] };
  /** @type {Set<string>} */ looked = new Set();
  /** @type {Leaders} */ leaders;
  /** @type {Nearby | null} */ nearby = null;

  /** @param {number} count of the games @param {string} you the player that listens; none: a spectator */
  constructor(count, you) {
    this.you = you;
    this.games = Array.from({ length: count }, (_, i) => new Referee(`g${i}`, `p${i}`));
    this.mine = this.games.find(({ player }) => player === you);
    this.leaders = this.#leaders();
    this.tick();
  }

  get room() {
    return largeRoom(this.race, this.games.length);
  }

  get own() {
    const { mine, you } = this;
    /** @type {Member} */
    const member = { id: you, name: "Me" };
    return mine
      ? { t: /** @type {const} */ ("own"), member, seat: { player: you, game: mine.id, name: "Me" } }
      : undefined;
  }

  /** A fresh snapshot. @returns {Welcome} */
  get welcome() {
    const seen = this.games.filter((each) => each === this.mine || this.looked.has(each.id));
    return welcome({
      you: { id: this.you, name: "Me", seated: !!this.mine },
      room: this.room,
      started: STARTED,
      games: seen.map((each) => each.view()),
      own: this.own,
      leaders: this.leaders,
      nearby: this.nearby,
    });
  }

  /** What is heard from the lobby to the start. @returns {Event[]} */
  get beginning() {
    const before = { ...this.welcome, room: largeRoom(null, this.games.length), started: null, games: [] };
    const waiting = { ...before, own: this.own && { ...this.own, seat: null }, leaders: null, nearby: null };
    return [
      waiting,
      ...(this.own ? [this.own] : []),
      { ...STARTING, race: this.race },
      STARTED,
      ...this.tick(),
    ];
  }

  /** An action of a game, and what is heard of it at once. @type {(referee: Referee, action: string) => Event[]} */
  act(referee, action) {
    const answer = referee.act(referee.game.n + 1, action);
    return referee === this.mine || this.looked.has(referee.id) ? [answer] : [];
  }

  /** @type {(...ids: string[]) => Event[]} */
  look(...ids) {
    const seen = this.games.filter(({ id }) => ids.includes(id));
    this.looked = new Set(seen.map(({ id }) => id));
    return [{ t: "looked", games: seen.map((each) => each.view()) }];
  }

  /** What the next tick says. @returns {Event[]} */
  tick() {
    this.leaders = this.#leaders();
    const rows = this.#rows();
    const at = rows.findIndex(({ game }) => game === this.mine?.id);
    if (at < 0) return [this.leaders];
    const near = rows.slice(Math.max(0, at - AROUND), at + AROUND + 1);
    this.nearby = { t: "nearby", race: this.race.id, rank: rows[at].rank, rows: near };
    return [this.leaders, this.nearby];
  }

  /** @returns {Leaders} */
  #leaders() {
    return { t: "leaders", race: this.race.id, rows: this.#rows().slice(0, MAX_LEADERS) };
  }

  /** @returns {Row[]} */
  #rows() {
    return ranked(this.games.map((each) => each.view())).map(
      ({ game, player, rank, n, locked, moves, shuffles, reached_ms, ended, won }) => ({
        rank,
        player,
        name: player === this.you ? "Me" : `Name of ${player}`,
        game,
        n,
        locked,
        moves,
        shuffles,
        reached_ms,
        ended,
        won,
      }),
    );
  }
}
