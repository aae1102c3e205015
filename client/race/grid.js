import { BoardThumbnail } from "../board/thumbnail.js";
import { t, timeText } from "../i18n/index.js";
import { ROWS } from "../rules/board.js";
import { h } from "../ui/dom.js";
import { once } from "../ui/load.js";
import { inView } from "../ui/wait.js";

/** @import { GameView } from "../net/messages.js" */
/** @import { RoomReplica } from "../net/replica.js" */
/** @import { Board } from "../rules/board.js" */
/** @typedef {{ item: HTMLElement, racer: HTMLElement, who: HTMLElement, count: HTMLElement, details: HTMLElement,
 *    thumbnail: BoardThumbnail | null, rank: number }} Entry */

/** The games of a race side by side, with small boards where they may be seen. */
export class RaceGrid {
  /** @type {Map<string, Entry>} */ #entries = new Map();
  /** The games that have changed since the last frame. @type {Set<string>} */ #changed = new Set();
  /** Boards further down the page are not drawn. */ #isInView = false;

  /** @param {RoomReplica} replica @param {string} className @param {AbortSignal} signal */
  constructor(replica, className, signal) {
    this.replica = replica;
    this.signal = signal;
    this.element = h("ul", { class: className, "aria-label": t("players") });
  }

  /** Show a game as it is now, or all of them, with the next frame. @param {string} [game] */
  update(game) {
    if (!this.#changed.size) requestAnimationFrame(() => this.#draw());
    for (const id of game ? [game] : this.replica.order.map((each) => each.game)) this.#changed.add(id);
    if (!game) this.#invalidate();
  }

  /** Names and ranks may have changed, and games may have gone. */
  #invalidate() {
    const games = new Set(this.replica.order.map(({ game }) => game));
    for (const [id, entry] of this.#entries) {
      entry.rank = -1;
      if (games.has(id)) continue;
      entry.item.remove();
      this.#entries.delete(id);
    }
  }

  #draw() {
    for (const game of this.replica.order) {
      if (this.#changed.has(game.game)) this.#drawGame(game);
      const entry = this.#entries.get(game.game);
      if (entry) this.#drawRank(entry, game.player, game.rank);
    }
    this.#changed.clear();
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
      ? `★ ${timeText(game.reached_ms ?? 0)}`
      : `${game.locked}/${total}${game.ended && !this.replica.race?.standings ? " ■" : ""}`;
    if (entry.count.textContent !== count) entry.count.textContent = count;
    entry.racer.style.setProperty("--done", String(game.locked / total));
    entry.details.textContent = t("laneMore", { moves: game.moves, shuffles: game.shuffles });
    this.#drawBoard(entry, this.replica.boards.get(game.game));
  }

  /** @param {Entry} entry @param {Board | undefined} board */
  #drawBoard(entry, board) {
    if (board && !this.#isInView) void this.#addThumbnails();
    if (board && !entry.thumbnail && this.#isInView) {
      entry.thumbnail = new BoardThumbnail(this.signal);
      entry.racer.prepend(entry.thumbnail.element);
    }
    if (!entry.thumbnail) return;
    entry.thumbnail.element.hidden = !board;
    if (board) entry.thumbnail.show(board);
  }

  #addThumbnails = once(
    () => inView(this.element, this.signal),
    () => {
      this.#isInView = true;
      this.update();
    },
  );

  /** @param {GameView} game @returns {Entry} */
  #add({ game, player }) {
    const who = h("span.who");
    const count = h("span.numbers");
    const details = h("span.visually-hidden");
    const isMe = player === this.replica.you?.id && this.replica.you.seated;
    const racer = h("div", { class: `racer${isMe ? " me" : ""}` }, who, " ", count, details, h("span.bar"));
    const item = h("li", racer);
    this.element.append(item);
    const entry = { item, racer, who, count, details, thumbnail: null, rank: -1 };
    this.#entries.set(game, entry);
    return entry;
  }
}
