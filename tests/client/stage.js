import { crc32 } from "../../client/net/replica.js";
import { formatAction, parseAction } from "../../client/rules/actions.js";
import { formatBoard, locked, won } from "../../client/rules/board.js";
import { opening } from "../../client/rules/deal.js";
import { isOver, newGame, play, refusal } from "../../client/rules/game.js";
import { parseVariant } from "../../client/rules/variants.js";

/** @import { Game } from "../../client/rules/game.js" */

/** @import * as Wire from "../../client/net/wire.js" */

export const CODE = "0123456789";
export const MINI = parseVariant("mini");

/** What a shuffle of this stage does: it turns the board about. @type {(board: Readonly<Uint8Array>) => Uint8Array} */
export const turned = (board) => Uint8Array.from(board).reverse();

/** @type {Wire.RaceView} */
export const RACE = {
  id: "race",
  number: 1,
  variant: { name: "mini", shuffles: 9 },
  commitment: "",
  starts_at: 1000,
  ends_at: null,
  seats: [
    { player: "me", game: "mine" },
    { player: "you", game: "yours" },
  ],
  ranked: false,
};

/** @type {(race?: Wire.RaceView | null, version?: number) => Wire.RoomView} */
export const roomView = (race = null, version = 1) => ({
  code: "ROOM",
  version,
  settings: { variant: { name: "mini" } },
  host: "me",
  members: [
    { id: "me", name: "Me" },
    { id: "you", name: "You" },
  ],
  race,
});

/** @type {(more?: Partial<Wire.Welcome>) => Wire.Welcome} */
export const welcome = (more = {}) => ({
  t: "welcome",
  you: { id: "me", name: "Me", seated: true },
  room: roomView(),
  now: 500,
  present: { t: "present", members: ["me"], spectators: 0 },
  epoch: 0,
  ...more,
});

/** @type {Wire.Starting} */
export const STARTING = { t: "starting", race: RACE, now: 500 };

/** @type {Wire.Started} */
export const STARTED = { t: "started", race: "race", code: CODE, board: formatBoard(opening(MINI, CODE)) };

/** A referee of one game, who answers as the server does. */
export class Referee {
  /** @type {Game} */ game;
  /** @type {Game[]} */ #games;
  /** Since when it has this many locked cards. */ #reached = 0;
  /** @type {number[]} */ #steps = [];
  /** @type {string[]} */ #actions = [];

  /** @param {string} id @param {string} player */
  constructor(id = "mine", player = "me") {
    this.id = id;
    this.player = player;
    this.game = newGame(parseVariant({ name: "mini", shuffles: 9 }), opening(MINI, CODE));
    this.#games = [this.game];
  }

  /** @type {(n: number, text: string) => Wire.Acted | Wire.Refused} */
  act(n, text) {
    if (n <= this.game.n) {
      if (this.#actions[n - 1] !== text) return this.refuse(n, "wrong_number");
      return n === this.game.n ? this.#acted(text) : { t: "acted", game: this.id, n, action: text, ms: n };
    }
    if (n !== this.game.n + 1) return this.refuse(n, "wrong_number");
    const action = parseAction(text);
    const isStuckRule = action === "shuffle" && !isOver(this.game);
    const code = isStuckRule ? null : refusal(this.game, action);
    if (code) return this.refuse(n, code);
    const lenient = {
      ...this.game,
      variant: { ...this.game.variant, shuffle_when: /** @type {const} */ ("any_time") },
    };
    const before = locked(this.game.board);
    this.game = { ...play(lenient, action, turned), variant: this.game.variant };
    const count = locked(this.game.board);
    if (count !== before) {
      this.#reached = n;
      this.#steps.push(n, count);
    }
    this.#games.push(this.game);
    this.#actions.push(formatAction(action));
    return this.#acted(text);
  }

  /** @type {(n: number, code: string) => Wire.Refused} */
  refuse(n, code) {
    return { t: "refused", command: "act", code, message: code, n, game: this.view() };
  }

  /** @type {(text: string) => Wire.Acted} */
  #acted(text) {
    const { n, board } = this.game;
    const told = text.includes("@") ? {} : { board: formatBoard(board) };
    return { t: "acted", game: this.id, n, action: text, ms: n, checksum: crc32(board), ...told };
  }

  /** @type {() => Wire.GameView} */
  view() {
    const { board, moves, n, shuffles, past, future } = this.game;
    return {
      game: this.id,
      player: this.player,
      n,
      locked: locked(board),
      moves,
      shuffles,
      ended: isOver(this.game),
      won: won(board),
      last_action_ms: n,
      reached_ms: this.#reached,
      board: formatBoard(board),
      checksum: crc32(board),
      undoable: depth(past, "past"),
      redoable: depth(future, "future"),
      steps: [...this.#steps],
    };
  }

  /** @type {() => Wire.Progress} */
  progress() {
    const { n, locked, moves, shuffles, reached_ms } = this.view();
    return { t: "progress", game: this.id, n, locked, moves, shuffles, reached_ms };
  }
}

/** @type {(list: any, next: string) => number} */
const depth = (list, next) => (list ? 1 + depth(list[next], next) : 0);

/** Numbers that look random and are the same each time. @type {(seed: number) => (below: number) => number} */
export function dice(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}
