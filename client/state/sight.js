import { parseAction } from "../rules/actions.js";
import { formatBoard, gapsFor, locked, moved, parseBoard, won } from "../rules/board.js";
import { RulesError } from "../rules/errors.js";
import { variantOf } from "../rules/variants.js";
import { crc32 } from "./crc32.js";

/** @import { Board } from "../rules/board.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @import { Acted, Event, GameView, Present, Progress, RaceView, RoomView, Said, Started,
 *    Welcome, You } from "../net/messages.js" */

const MOST_CHAT = 50;

/** The picture is no longer the server's: only a fresh `welcome` helps. */
export class OutOfStep extends Error {}

/**
 * What a client knows of a room, made from messages alone; at any time what a fresh `welcome` would say.
 * Feed it every event with `take`; the rest is there to be read.
 */
export class Sight {
  /** @type {You | null} */ you = null;
  /** @type {RoomView | null} */ room = null;
  /** The deal code and the opening, once the race has started. @type {Started | null} */ started = null;
  /** The games of the race, once it has started. @type {Map<string, GameView>} */ games = new Map();
  /** The boards that are known, by game. @type {Map<string, Board>} */ boards = new Map();
  /** Who is connected. @type {Present | null} */ present = null;
  /** @type {Said[]} */ chat = [];

  /** The race that is about to start, runs, or ended last. @returns {RaceView | null} */
  get race() {
    return this.room?.race ?? null;
  }

  /** Whether a race has begun that has not ended. */
  get isRacing() {
    return this.race !== null && !this.race.standings;
  }

  /** The receiver's own game, once the race has started. @returns {GameView | null} */
  get mine() {
    if (!this.you?.seated) return null;
    return [...this.games.values()].find((game) => game.player === this.you?.id) ?? null;
  }

  /** @type {(player: string) => string} */
  nameOf(player) {
    const member = this.room?.members.find(({ id }) => id === player);
    return (member ?? this.race?.standings?.find((each) => each.player === player))?.name ?? "?";
  }

  /** The rules of the race. @returns {Variant | null} */
  get variant() {
    return this.race && variantOf(this.race.variant);
  }

  /** Takes in one event. @throws {OutOfStep} it does not follow from what is known @param {Event} event */
  take(event) {
    switch (event.t) {
      case "welcome":
        return this.#welcome(event);
      case "room":
        return this.#room(event.room);
      case "starting":
        return this.#race(event.race);
      case "started":
        return this.#start(event);
      case "acted":
        return this.#acted(event);
      case "progress":
        return this.#progress(event);
      case "snapshot":
        return this.#know(event.game);
      case "refused":
        return event.game && this.#know(event.game);
      case "hinted":
        return this.#hinted(event.game);
      case "finished":
        if (this.room && this.race?.id === event.race)
          this.room = {
            ...this.room,
            race: { ...this.race, standings: event.standings, reveal: event.reveal },
          };
        return;
      case "present":
        this.present = event;
        return;
      case "said":
        this.chat = [...this.chat, event].slice(-MOST_CHAT);
    }
  }

  /** @param {Welcome} welcome */
  #welcome(welcome) {
    this.you = welcome.you;
    this.room = welcome.room;
    this.#forgetRace();
    this.started = welcome.started ?? null;
    this.present = welcome.present;
    this.chat = (welcome.chat ?? []).slice(-MOST_CHAT);
    for (const game of welcome.games ?? []) this.#know(game);
  }

  /** @param {RoomView} room */
  #room(room) {
    if (!this.room || room.version < this.room.version) return;
    if (!room.race || room.race.id !== this.race?.id) this.#forgetRace();
    this.room = room;
  }

  /** @param {RaceView} race */
  #race(race) {
    if (!this.room) throw new OutOfStep("a race came before the welcome");
    if (this.race?.id !== race.id) this.#forgetRace();
    this.room = { ...this.room, race };
  }

  #forgetRace() {
    this.games.clear();
    this.boards.clear();
    this.started = null;
  }

  /** It may be said again. @param {Started} started */
  #start(started) {
    const { race, variant } = this;
    if (!race || !variant || race.id !== started.race)
      throw new OutOfStep(`race ${started.race} was not announced`);
    if (this.started) return;
    this.started = started;
    const board = parsed(started.board, variant);
    const fresh = {
      n: 0,
      locked: locked(board),
      moves: 0,
      shuffles: 0,
      board: started.board,
      checksum: crc32(board),
    };
    for (const { game, player } of race.seats) {
      this.games.set(game, { game, player, ...fresh });
      this.boards.set(game, board);
    }
  }

  /** What is of an earlier race, or said again, changes nothing. @param {Acted} acted */
  #acted(acted) {
    const game = this.#known(acted.game);
    if (!game || acted.n <= game.n) return;
    const before = this.boards.get(acted.game);
    if (acted.n > game.n + 1 || !before) throw new OutOfStep(`action ${acted.n} came after ${game.n}`);
    const board = this.#boardAfter(before, acted);
    if (crc32(board) !== acted.checksum) throw new OutOfStep(`the board after action ${acted.n} is another`);
    this.boards.set(acted.game, board);
    this.games.set(acted.game, followed(game, acted, board));
  }

  /** @type {(before: Board, acted: Acted) => Board} */
  #boardAfter(before, { action: text, board }) {
    const { variant } = this;
    const action = parsedAction(text);
    if (variant && board && typeof action === "string") return parsed(board, variant);
    if (
      !variant ||
      typeof action === "string" ||
      !gapsFor(before, action.card, variant).includes(action.slot)
    )
      throw new OutOfStep(`${text} cannot be`);
    return moved(before, action);
  }

  /** @param {Progress} progress */
  #progress({ t, ...progress }) {
    const game = this.#known(progress.game);
    if (!game || progress.n < game.n) return;
    this.boards.delete(progress.game);
    this.games.set(progress.game, { player: game.player, ...progress });
  }

  /** Takes in a game as it is now. @param {GameView} view */
  #know(view) {
    const known = this.games.get(view.game);
    // A board that comes late, as spectators see it, may be behind a progress that is known.
    const isOld = known?.board != null && view.n < known.n;
    if (!this.started || !this.#isOfRace(view.game) || isOld) return;
    this.games.set(view.game, view);
    if (!view.board || !this.variant) return void this.boards.delete(view.game);
    const board = parsed(view.board, this.variant);
    if (crc32(board) !== (view.checksum ?? 0))
      throw new OutOfStep(`the board of game ${view.game} is another`);
    this.boards.set(view.game, board);
  }

  /** @param {string} id */
  #hinted(id) {
    const game = this.games.get(id);
    if (game) this.games.set(id, { ...game, hinted: true });
  }

  /** @type {(id: string) => GameView | undefined} */
  #known(id) {
    const game = this.games.get(id);
    if (!game && this.#isOfRace(id)) throw new OutOfStep(`game ${id} went on before the race had started`);
    return game;
  }

  /** @type {(id: string) => boolean} */
  #isOfRace(id) {
    return !!this.race?.seats.some((seat) => seat.game === id);
  }
}

/** @type {(game: GameView, acted: Acted, board: Board) => GameView} */
function followed(game, { action, n, ms, checksum }, board) {
  const { undoable = 0, redoable = 0 } = game;
  const history = {
    undo: { undoable: undoable - 1, redoable: redoable + 1 },
    redo: { undoable: undoable + 1, redoable: redoable - 1 },
    resign: {},
  }[action] ?? { undoable: undoable + 1, redoable: 0 };
  return {
    ...game,
    ...history,
    n,
    locked: locked(board),
    moves: game.moves + Number(action.includes("@")),
    shuffles: game.shuffles + Number(action === "shuffle"),
    ended: won(board) || action === "resign",
    won: won(board),
    last_action_ms: ms,
    board: formatBoard(board),
    checksum: checksum ?? 0,
  };
}

/** @type {(text: string, variant: Variant) => Board} */
const parsed = (text, variant) => orOutOfStep(() => parseBoard(text, variant));

/** @param {string} text */
const parsedAction = (text) => orOutOfStep(() => parseAction(text));

/** @template T @param {() => T} read @returns {T} */
function orOutOfStep(read) {
  try {
    return read();
  } catch (error) {
    throw error instanceof RulesError ? new OutOfStep(error.message) : error;
  }
}
