import { parseAction } from "../rules/actions.js";
import { formatBoard, gapsFor, locked, moved, parseBoard, stuck, won } from "../rules/board.js";
import { RulesError } from "../rules/errors.js";
import { ranked } from "../rules/standings.js";
import { variantOf } from "../rules/variants.js";
import { DEFAULTS } from "./protocol.js";

const MAX_CHAT_LINES = 50;
/** The changes of the number of locked cards that are kept of a game, as the server keeps them. */
const MAX_STEPS = 100;
const UNPLAYED = { n: 0, locked: 0, moves: 0, shuffles: 0 };
/** The remainders of CRC-32, by byte. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let c = byte;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** An event does not follow from the known state: only a fresh `welcome` helps. */
export class Desynced extends Error {}

/**
 * The client's copy of a room, made from the server's events alone: at any time it equals what a fresh `welcome`
 * would say. `apply` changes it, everything else only reads it.
 */
export class RoomReplica {
  /** @type {wire.You | null} */ you = null;
  /** @type {wire.RoomView | null} */ room = null;
  /** The deal code and the opening board, once the race has started. @type {wire.Started | null} */ started =
    null;
  /** The games of the race, once it has started. @type {Map<string, wire.GameView>} */ games = new Map();
  /** The boards that may be seen, by game. @type {Map<string, Board>} */ boards = new Map();
  /** The people who are connected. @type {wire.Present | null} */ present = null;
  /** @type {wire.Said[]} */ chat = [];
  /** The lines of the audience. @type {Pick<wire.Audience, "lines">} */ audience = {};

  /** The race that is about to start, is running, or ended last. @returns {wire.RaceView | null} */
  get race() {
    return this.room?.race ?? null;
  }

  /** The seats of the race. @returns {wire.Seat[]} */
  get seats() {
    return this.race?.seats ?? [];
  }

  /** Whether a race is announced or running. */
  get isRacing() {
    return this.race !== null && !this.race.standings;
  }

  /** The own game, once the race has started; none for a spectator. @returns {wire.GameView | null} */
  get ownGame() {
    if (!this.you?.seated) return null;
    return [...this.games.values()].find((game) => game.player === this.you?.id) ?? null;
  }

  /** The standing of the player in the last race, once it has ended. @returns {wire.Standing | undefined} */
  get ownStanding() {
    return this.race?.standings?.find(({ player }) => player === this.you?.id);
  }

  /**
   * The games of the race with their ranks, best first, as the server would rank them now; during the countdown, those
   * that there will be.
   * @returns {(wire.GameView & { rank: number })[]}
   */
  get order() {
    const { games, seats } = this;
    return ranked(seats.map((seat) => games.get(seat.game) ?? { ...seat, ...UNPLAYED }));
  }

  /** The daily that the room is for, ranked or as practice. */
  get daily() {
    return this.room?.event?.kind === "daily" ? this.room.event : null;
  }

  /** When the race ends at the latest (ms since 1970); null without an end. @returns {number | null} */
  get endsAt() {
    return this.race && this.room ? endOf(this.race, this.room, this.games.values()) : null;
  }

  /** Whether the room has only one seat. */
  get isSolo() {
    return this.room?.settings.seats === 1;
  }

  /** The member that the player is. */
  get self() {
    return this.room?.members.find(({ id }) => id === this.you?.id);
  }

  /** Whether the player has the rights of the host: as the host, or as a co-host. */
  get isHost() {
    return !!this.you && (this.room?.host === this.you.id || !!this.self?.cohost);
  }

  /** Whether the player has given up the seat, and watches like a spectator. */
  get sitsOut() {
    return !!this.you?.seated && !!this.self?.sits_out;
  }

  /** The name of a player, with the tag if two players have the same. @type {(player: string) => string} */
  nameOf(player) {
    const member = this.room?.members.find(({ id }) => id === player);
    const known = member ?? this.seats.find((seat) => seat.player === player);
    const name = known?.name ?? "?";
    return this.tellApart({ player, name });
  }

  get hostName() {
    return this.nameOf(this.room?.host ?? "");
  }

  /** A name, with a tag if it is like another one, once that is loaded. @type {(person: { player: string, name: string }) => string} */
  tellApart = ({ name }) => name;

  /** The rules of the race. @returns {Variant | null} */
  get variant() {
    return this.race && variantOf(this.race.variant);
  }

  /** Follow one event of the server. @throws {Desynced} if it does not follow from the known state @param {wire.Event} event */
  apply(event) {
    switch (event.t) {
      case "welcome":
        return this.#welcome(event);
      case "room":
        return this.#setRoom(event.room);
      case "starting":
        return this.#announceRace(event.race);
      case "started":
        return this.#startRace(event);
      case "acted":
        return this.#acted(event);
      case "progress":
        return this.#progress(event);
      case "snapshot":
        return this.#setGame(event.game);
      case "refused":
        return event.game && this.#setGame(event.game);
      case "hinted":
        return this.#markHinted(event.game);
      case "finished":
        return this.#finishRace(event);
      case "present":
        this.present = event;
        return;
      case "said":
        this.chat = [...this.chat, event].slice(-MAX_CHAT_LINES);
        return;
      case "audience":
        return this.#hear(event);
    }
  }

  /** To those who belong to the audience only now, lines may come again. @param {wire.Audience} audience */
  #hear({ lines = [] }) {
    const known = this.audience.lines ?? [];
    const isNew = (/** @type {wire.Said} */ line) =>
      !known.some(({ player, said_at }) => player === line.player && said_at === line.said_at);
    const news = lines.filter(isNew);
    // As long as they are the same, names are compared no second time.
    if (news.length) this.audience = { lines: [...known, ...news].slice(-MAX_CHAT_LINES) };
  }

  /** @param {wire.Welcome} welcome */
  #welcome(welcome) {
    this.you = welcome.you;
    this.room = welcome.room;
    this.#forgetRace();
    this.started = welcome.started ?? null;
    this.present = welcome.present;
    this.chat = (welcome.chat ?? []).slice(-MAX_CHAT_LINES);
    this.audience = welcome.audience ?? {};
    for (const game of welcome.games ?? []) this.#setGame(game);
  }

  /** @param {wire.RoomView} room */
  #setRoom(room) {
    if (!this.room || room.version < this.room.version) return;
    if (!room.race || room.race.id !== this.race?.id) this.#forgetRace();
    // A new member is connected; `present` follows a little later.
    const known = this.room.members.map(({ id }) => id);
    this.present?.members.push(...room.members.map(({ id }) => id).filter((id) => !known.includes(id)));
    this.room = room;
  }

  /** @param {wire.RaceView} race */
  #announceRace(race) {
    if (!this.room) throw new Desynced("a race came before the welcome");
    if (this.race?.id !== race.id) this.#forgetRace();
    this.room = { ...this.room, race };
  }

  /** @param {wire.Finished} finished */
  #finishRace({ race: id, standings, reveal }) {
    if (this.room && this.race?.id === id)
      this.room = { ...this.room, race: { ...this.race, standings, reveal } };
  }

  #forgetRace() {
    this.games.clear();
    this.boards.clear();
    this.started = null;
  }

  /** It may be sent again. @param {wire.Started} started */
  #startRace(started) {
    const { race, variant } = this;
    if (!race || !variant || race.id !== started.race)
      throw new Desynced(`race ${started.race} was not announced`);
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
    for (const { game, player } of this.seats) {
      this.games.set(game, { game, player, ...fresh });
      this.boards.set(game, board);
    }
  }

  /** An action of an earlier race, or one that is sent again, changes nothing. @param {wire.Acted} acted */
  #acted(acted) {
    const game = this.#find(acted.game);
    if (!game || acted.n <= game.n) return;
    const before = this.boards.get(acted.game);
    if (acted.n > game.n + 1 || !before) throw new Desynced(`action ${acted.n} came after ${game.n}`);
    const board = this.#boardAfter(before, acted);
    if (crc32(board) !== acted.checksum) throw new Desynced(`the board after action ${acted.n} differs`);
    this.boards.set(acted.game, board);
    this.games.set(acted.game, followed(game, acted, board, this.variant));
  }

  /** @type {(before: Board, acted: wire.Acted) => Board} */
  #boardAfter(before, { action: text, board }) {
    const { variant } = this;
    const action = orDesynced(() => parseAction(text));
    if (variant && board && typeof action === "string") return parsed(board, variant);
    if (
      !variant ||
      typeof action === "string" ||
      !gapsFor(before, action.card, variant).includes(action.slot)
    )
      throw new Desynced(`${text} is impossible`);
    return moved(before, action);
  }

  /** @param {wire.Progress} progress */
  #progress({ t, ...progress }) {
    const game = this.#find(progress.game);
    if (!game || progress.n < game.n) return;
    this.boards.delete(progress.game);
    this.games.set(progress.game, { player: game.player, ...progress });
  }

  /** Replace a game by a snapshot of it. @param {wire.GameView} view */
  #setGame(view) {
    const known = this.games.get(view.game);
    // The delayed board that a spectator gets may be behind a progress that is known already.
    const isOld = known?.board != null && view.n < known.n;
    if (!this.started || !this.#isOfRace(view.game) || isOld) return;
    this.games.set(view.game, view);
    if (!view.board || !this.variant) return void this.boards.delete(view.game);
    const board = parsed(view.board, this.variant);
    if (crc32(board) !== (view.checksum ?? 0)) throw new Desynced(`the board of game ${view.game} differs`);
    this.boards.set(view.game, board);
  }

  /** @param {string} id */
  #markHinted(id) {
    const game = this.games.get(id);
    if (game) this.games.set(id, { ...game, hinted: true });
  }

  /** @type {(id: string) => wire.GameView | undefined} */
  #find(id) {
    const game = this.games.get(id);
    if (!game && this.#isOfRace(id)) throw new Desynced(`game ${id} continued before its race had started`);
    return game;
  }

  /** @type {(id: string) => boolean} */
  #isOfRace(id) {
    return this.seats.some(({ game }) => game === id);
  }
}

/**
 * When a race ends at the latest, as far as these games go: by its time limit, or after the last lap, which begins with the
 * first win of a person (ms since 1970); null without an end.
 * @type {(race: wire.RaceView, room: wire.RoomView, games: Iterable<wire.GameView>) => number | null}
 */
export function endOf({ starts_at, ends_at }, { members, settings }, games) {
  const { lap_s } = { ...DEFAULTS, ...settings };
  const bots = new Set(members.filter(({ bot }) => bot).map(({ id }) => id));
  const wins = [...games].filter(({ player, won }) => won && !bots.has(player));
  const first = Math.min(...wins.map(({ reached_ms = 0 }) => reached_ms));
  const ends = [ends_at, wins.length && lap_s != null ? starts_at + first + 1000 * lap_s : null];
  const known = ends.filter((each) => each != null);
  return known.length ? Math.min(...known) : null;
}

/** A game after one more action. @type {(game: wire.GameView, acted: wire.Acted, board: Board, variant: Variant | null) => wire.GameView} */
function followed(game, { action, n, ms, checksum }, board, variant) {
  const { undoable = 0, redoable = 0 } = game;
  const history = {
    undo: { undoable: undoable - 1, redoable: redoable + 1 },
    redo: { undoable: undoable + 1, redoable: redoable - 1 },
    resign: {},
  }[action] ?? { undoable: undoable + 1, redoable: 0 };
  const count = locked(board);
  const change =
    count === game.locked
      ? {}
      : { reached_ms: ms, steps: [...(game.steps ?? []), ms, count].slice(-2 * MAX_STEPS) };
  return {
    ...game,
    ...history,
    ...change,
    n,
    locked: count,
    moves: game.moves + Number(action.includes("@")),
    shuffles: game.shuffles + Number(action === "shuffle"),
    ended: won(board) || action === "resign",
    won: won(board),
    given_up:
      action === "resign" && !!variant && (game.shuffles < variant.shuffles || !stuck(board, variant)),
    last_action_ms: ms,
    board: formatBoard(board),
    checksum: checksum ?? 0,
  };
}

/** @type {(text: string, variant: Variant) => Board} */
const parsed = (text, variant) => orDesynced(() => parseBoard(text, variant));

/** @template T @param {() => T} read @returns {T} */
function orDesynced(read) {
  try {
    return read();
  } catch (error) {
    throw error instanceof RulesError ? new Desynced(error.message) : error;
  }
}

/** The checksum of a board: the CRC-32 of zlib. @type {(bytes: Readonly<Uint8Array>) => number} */
export function crc32(bytes) {
  let c = -1;
  for (const byte of bytes) c = CRC_TABLE[(c ^ byte) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}
