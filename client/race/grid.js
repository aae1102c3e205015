import { t, timeText } from "../i18n/index.js";
import { ROWS } from "../rules/board.js";
import { h } from "../ui/dom.js";

/** @import { BoardThumbnail } from "../board/thumbnail.js" */
/** @import { GameView } from "../net/messages.js" */
/** @import { RoomReplica } from "../room/replica.js" */
/** @import { Board } from "../rules/board.js" */
/** @typedef {{ item: HTMLElement, racer: HTMLElement, who: HTMLElement, count: HTMLElement, details: HTMLElement,
 *    thumbnail: BoardThumbnail | null, rank: number }} Entry */
/**
 * @typedef {{ without?: string, hidesBoards?: boolean, onPick?: (game: string) => void }} Options a player who is not
 *   shown; whether boards are not shown either; what a click on a game does
 */

/** Points that a shuffle costs. */
const SHUFFLE_COST = 5;
const UNPLAYED = { n: 0, locked: 0, moves: 0, shuffles: 0 };

/** The games of a race side by side: lanes where there is little room, small boards where they may be seen. */
export class RaceGrid {
  /** @type {Map<string, Entry>} */ #entries = new Map();
  /** The games that have changed since the last frame. @type {Set<string>} */ #changed = new Set();
  #isScheduled = false;
  /** Loaded when there is a board to be seen. @type {typeof BoardThumbnail | null} */ #Thumbnail = null;

  /** @param {RoomReplica} replica @param {string} className @param {AbortSignal} signal @param {Options} [options] */
  constructor(replica, className, signal, options = {}) {
    this.replica = replica;
    this.signal = signal;
    this.options = options;
    this.element = h("ul", { class: className, "aria-label": t("players") });
  }

  /** The games; during the countdown, those that there will be. @returns {Map<string, GameView>} */
  get #games() {
    const { games, isRacing, race } = this.replica;
    if (games.size || !isRacing || !race) return games;
    return new Map(race.seats.map((seat) => [seat.game, { ...seat, ...UNPLAYED }]));
  }

  /** Show a game as it is now, or all of them, with the next frame. @param {string} [game] */
  update(game) {
    for (const id of game ? [game] : this.#games.keys()) this.#changed.add(id);
    if (!game) this.#invalidate();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => this.#draw());
  }

  /** Names and ranks may have changed, and games may have gone. */
  #invalidate() {
    const games = this.#games;
    for (const [id, entry] of this.#entries) {
      entry.rank = -1;
      if (games.has(id)) continue;
      entry.item.remove();
      this.#entries.delete(id);
    }
  }

  #draw() {
    this.#isScheduled = false;
    const games = this.#games;
    for (const id of this.#changed) {
      const game = games.get(id);
      if (game && game.player !== this.options.without) this.#drawGame(game);
    }
    this.#changed.clear();
    const { standings } = this.replica.race ?? {};
    const order = standings
      ? new Map(standings.map(({ game, rank }) => [game, rank]))
      : ranks(games.values());
    for (const [id, entry] of this.#entries)
      this.#drawRank(entry, games.get(id)?.player ?? "", order.get(id) ?? 0);
  }

  /** @param {Entry} entry @param {string} player @param {number} rank */
  #drawRank(entry, player, rank) {
    if (entry.rank === rank) return;
    entry.rank = rank;
    entry.item.style.setProperty("--rank", String(rank));
    entry.who.textContent = `${rank}. ${this.replica.nameOf(player)}`;
  }

  /** @param {GameView} game */
  #drawGame(game) {
    const entry = this.#entries.get(game.game) ?? this.#add(game);
    const columns = this.replica.variant?.columns ?? 0;
    const total = ROWS * (columns - 1);
    const count = game.won
      ? `★ ${timeText(game.last_action_ms ?? 0)}`
      : `${game.locked}/${total}${game.ended ? " ■" : ""}`;
    if (entry.count.textContent !== count) entry.count.textContent = count;
    entry.racer.style.setProperty("--done", String(game.locked / total));
    entry.details.textContent = t("laneMore", { moves: game.moves, shuffles: game.shuffles });
    this.#drawBoard(entry, this.options.hidesBoards ? undefined : this.replica.boards.get(game.game));
  }

  /** @param {Entry} entry @param {Board | undefined} board */
  #drawBoard(entry, board) {
    if (board && !this.#Thumbnail) void this.#loadThumbnail();
    if (board && !entry.thumbnail && this.#Thumbnail) {
      entry.thumbnail = new this.#Thumbnail(this.signal);
      entry.racer.prepend(entry.thumbnail.element);
    }
    if (!entry.thumbnail) return;
    entry.thumbnail.element.hidden = !board;
    if (board) entry.thumbnail.show(board);
  }

  async #loadThumbnail() {
    const module = await import("../board/thumbnail.js").catch(() => null);
    if (!module) return;
    this.#Thumbnail = module.BoardThumbnail;
    this.update();
  }

  /** @param {GameView} game @returns {Entry} */
  #add({ game, player }) {
    const { onPick } = this.options;
    const who = h("span", { class: "who" });
    const count = h("span", { class: "numbers" });
    const details = h("span", { class: "visually-hidden" });
    const isMe = player === this.replica.you?.id && this.replica.you.seated;
    const racer = h(
      onPick ? "button" : "div",
      {
        class: `racer${isMe ? " me" : ""}`,
        ...(onPick && { type: "button", onclick: () => onPick(game) }),
      },
      who,
      " ",
      count,
      details,
      h("span", { class: "bar" }),
    );
    const item = h("li", {}, racer);
    this.element.append(item);
    const entry = { item, racer, who, count, details, thumbnail: null, rank: -1 };
    this.#entries.set(game, entry);
    return entry;
  }
}

/** Won first, then less time and fewer moves; the others by score. @type {(a: GameView, b: GameView) => number} */
function compare(a, b) {
  if (!a.won !== !b.won) return a.won ? -1 : 1;
  if (a.won) return (a.last_action_ms ?? 0) - (b.last_action_ms ?? 0) || a.moves - b.moves;
  return b.locked - SHUFFLE_COST * b.shuffles - (a.locked - SHUFFLE_COST * a.shuffles);
}

/**
 * The current ranks, by game; equal games share a rank. The final ones are the server's.
 * @type {(games: Iterable<GameView>) => Map<string, number>}
 */
export function ranks(games) {
  const sorted = [...games].sort(compare);
  /** @type {Map<string, number>} */
  const byGame = new Map();
  for (const [i, game] of sorted.entries()) {
    const isEqual = i > 0 && compare(sorted[i - 1], game) === 0;
    byGame.set(game.game, isEqual ? (byGame.get(sorted[i - 1].game) ?? 1) : i + 1);
  }
  return byGame;
}
