import { BoardThumbnail } from "../board/thumbnail.js";
import { t } from "../i18n/index.js";
import { hueOf } from "../race/places.js";
import { frameAt } from "../replay/frames.js";
import { h } from "../ui/dom.js";
import { stepAt } from "./timeline.js";

/** @import { Frame } from "../replay/frames.js" */
/** @import { Track } from "./timeline.js" */
/** @typedef {{ name: string, seat: number, frames: Frame[], track: Track }} Raced a game with its play */
/** @typedef {{ raced: Raced, thumbnail: BoardThumbnail, item: HTMLElement, count: HTMLElement, who: HTMLElement, shown: number, rank: number }} Entry */

/** All games of a race side by side, as they were at one time. */
export class RaceBoards {
  /** @type {Entry[]} */ #entries;

  /** @param {Raced[]} games best first @param {number} cards that can be locked @param {(id: string | null) => void} onPoint called with the game that is pointed at @param {AbortSignal} signal of the screen */
  constructor(games, cards, onPoint, signal) {
    this.cards = cards;
    this.#entries = games.map((raced) => entry(raced, onPoint, signal));
    this.element = h(
      "ul",
      { class: "race-grid", "aria-label": t("boardsOfAll") },
      ...this.#entries.map(({ item }) => item),
    );
  }

  /** @param {number} ms since the start of the race @param {Map<string, number>} ranks at that time, by game */
  show(ms, ranks) {
    for (const each of this.#entries) {
      this.#showRank(each, ranks.get(each.raced.track.id) ?? 0);
      this.#showBoard(each, ms);
    }
  }

  /** @param {Entry} entry @param {number} rank */
  #showRank(entry, rank) {
    if (entry.rank === rank) return;
    entry.rank = rank;
    entry.who.textContent = `${rank}. ${entry.raced.name}`;
  }

  /** @param {Entry} entry @param {number} ms */
  #showBoard(entry, ms) {
    const { frames, track } = entry.raced;
    const at = frameAt(frames, ms);
    if (entry.shown === at) return;
    entry.shown = at;
    const { locked } = stepAt(track, ms);
    const isWon = locked === this.cards;
    entry.thumbnail.show(frames[at].game.board, frames[Math.max(0, at - 1)].game.board);
    entry.count.textContent = isWon ? "★" : `${locked}/${this.cards}`;
    entry.item.style.setProperty("--done", String(locked / this.cards));
  }
}

/** @type {(raced: Raced, onPoint: (id: string | null) => void, signal: AbortSignal) => Entry} */
function entry(raced, onPoint, signal) {
  const { id } = raced.track;
  const thumbnail = new BoardThumbnail(signal);
  const who = h("span", { class: "who" });
  const count = h("span", { class: "numbers" });
  const racer = h(
    "a",
    {
      class: "racer",
      href: `/g/${id}`,
      onpointerenter: () => onPoint(id),
      onpointerleave: () => onPoint(null),
      onfocus: () => onPoint(id),
      onblur: () => onPoint(null),
    },
    thumbnail.element,
    who,
    " ",
    count,
    h("span", { class: "bar" }),
  );
  const item = h("li", { "--hue": hueOf(raced.seat) }, racer);
  return { raced, thumbnail, item, count, who, shown: -1, rank: -1 };
}
