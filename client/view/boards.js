import { t, timeText } from "../i18n/index.js";
import { ROWS } from "../rules/board.js";
import { ranks } from "../state/ranking.js";
import { h } from "./dom.js";

/** @import { Board } from "../rules/board.js" */
/** @import { GameView } from "../net/messages.js" */
/** @import { Sight } from "../state/sight.js" */
/** @import { Mini } from "./mini.js" */
/** @typedef {{ item: HTMLElement, lane: HTMLElement, who: HTMLElement, count: HTMLElement, more: HTMLElement,
 *    mini: Mini | null, rank: number }} Entry */

const UNPLAYED = { n: 0, locked: 0, moves: 0, shuffles: 0 };

/** The games of a race side by side: lanes where it is narrow, small boards where they may be seen. */
export class Boards {
  element;
  /** @type {Map<string, Entry>} */ #entries = new Map();
  /** @type {Set<string>} */ #changed = new Set();
  #isDue = false;
  /** Comes when there is a board to be seen. @type {typeof Mini | null} */ #Mini = null;

  /**
   * @param {Sight} sight @param {string} className
   * @param {{ without?: string, hides?: boolean, pick?: (game: string) => void }} [options] a player who is not shown;
   *   whether the boards are not either; what a click does
   */
  constructor(sight, className, options = {}) {
    this.sight = sight;
    this.options = options;
    this.element = h("ul", { class: className, "aria-label": t("players") });
  }

  /** The games; while a race is counted down to, those that will be. @returns {Map<string, GameView>} */
  get #games() {
    const { games, isRacing, race } = this.sight;
    if (games.size || !isRacing || !race) return games;
    return new Map(race.seats.map((seat) => [seat.game, { ...seat, ...UNPLAYED }]));
  }

  /** Shows a game as it is now, or all of them; drawn once a frame. @param {string} [game] */
  update(game) {
    for (const id of game ? [game] : this.#games.keys()) this.#changed.add(id);
    if (!game) this.#forget();
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => this.#draw());
  }

  /** Names and ranks may have changed, and games may have gone. */
  #forget() {
    const games = this.#games;
    for (const entry of this.#entries.values()) entry.rank = -1;
    for (const [id, { item }] of this.#entries)
      if (!games.has(id)) {
        item.remove();
        this.#entries.delete(id);
      }
  }

  #draw() {
    this.#isDue = false;
    const games = this.#games;
    const { standings } = this.sight.race ?? {};
    const order = standings
      ? new Map(standings.map(({ game, rank }) => [game, rank]))
      : ranks(games.values());
    for (const id of this.#changed) {
      const game = games.get(id);
      if (game && game.player !== this.options.without) this.#show(game);
    }
    this.#changed.clear();
    for (const [id, entry] of this.#entries)
      this.#place(entry, games.get(id)?.player ?? "", order.get(id) ?? 0);
  }

  /** @param {Entry} entry @param {string} player @param {number} rank */
  #place(entry, player, rank) {
    if (entry.rank === rank) return;
    entry.rank = rank;
    entry.item.style.setProperty("--rank", String(rank));
    entry.who.textContent = `${rank}. ${this.sight.nameOf(player)}`;
  }

  /** @param {GameView} game */
  #show(game) {
    const entry = this.#entries.get(game.game) ?? this.#add(game);
    const columns = this.sight.variant?.columns ?? 13;
    const all = ROWS * (columns - 1);
    const count = game.won
      ? `★ ${timeText(game.last_action_ms ?? 0)}`
      : `${game.locked}/${all}${game.ended ? " ■" : ""}`;
    if (entry.count.textContent !== count) entry.count.textContent = count;
    entry.lane.style.setProperty("--done", String(game.locked / all));
    const board = this.options.hides ? undefined : this.sight.boards.get(game.game);
    entry.more.textContent = t("laneMore", { moves: game.moves, shuffles: game.shuffles });
    this.#showMini(entry, board);
  }

  /** @param {Entry} entry @param {Board | undefined} board */
  #showMini(entry, board) {
    if (board && !this.#Mini) void this.#loadMini();
    if (board && !entry.mini && this.#Mini) {
      entry.mini = new this.#Mini();
      entry.lane.prepend(entry.mini.element);
    }
    if (!entry.mini) return;
    entry.mini.element.hidden = !board;
    if (board) entry.mini.show(board);
  }

  async #loadMini() {
    const module = await import("./mini.js").catch(() => null);
    if (!module) return;
    this.#Mini = module.Mini;
    this.update();
  }

  /** @param {GameView} game @returns {Entry} */
  #add({ game, player }) {
    const { pick } = this.options;
    const who = h("span", { class: "who" });
    const count = h("span", { class: "num" });
    const more = h("span", { class: "sr" });
    const isMe = player === this.sight.you?.id && this.sight.you.seated;
    const lane = h(
      pick ? "button" : "div",
      {
        class: `rival${isMe ? " me" : ""}`,
        ...(pick ? { type: "button", onclick: () => pick(game) } : {}),
      },
      who,
      " ",
      count,
      more,
      h("span", { class: "bar" }),
    );
    const item = h("li", {}, lane);
    this.element.append(item);
    const entry = { item, lane, who, count, more, mini: null, rank: -1 };
    this.#entries.set(game, entry);
    return entry;
  }
}
