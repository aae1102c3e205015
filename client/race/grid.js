import { SmallBoards } from "../board/small-boards.js";
import { t, timeText } from "../i18n/index.js";
import { ROWS } from "../rules/board.js";
import { h } from "../ui/dom.js";
import { once } from "../ui/load.js";
import { inView } from "../ui/wait.js";

/** @typedef {wire.GameView & { id: string, name: string, rank: number }} Racer */

/** The games of a race side by side, with small boards where they may be seen. */
export class RaceGrid {
  /** @type {SmallBoards<Racer>} */ #boards;
  /** Whether they are drawn with the next frame. */ #isScheduled = false;
  /** Boards further down the page are not drawn. */ #isInView = false;

  /** @param {RoomReplica} replica @param {string} className @param {AbortSignal} signal */
  constructor(replica, className, signal) {
    this.replica = replica;
    this.signal = signal;
    this.element = h("ul", { class: className, "aria-label": t("players") });
    this.#boards = new SmallBoards(this.element, (racer) => this.#frame(racer), signal);
  }

  /** Show all games as they are now, with the next frame. */
  update() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#draw();
    });
  }

  /** @param {Racer} racer */
  #frame({ player }) {
    const { you } = this.replica;
    return h("div", { class: `racer${you?.seated && player === you.id ? " me" : ""}` });
  }

  #draw() {
    const { boards, order, race, variant } = this.replica;
    const total = ROWS * ((variant?.columns ?? 0) - 1);
    const isRunning = !race?.standings;
    const racers = order.map((game) => ({ ...game, id: game.game, name: this.replica.nameOf(game.player) }));
    this.#boards.draw(
      racers,
      ({ ended, locked, moves, name, rank, reached_ms, shuffles, won }) => [
        [ended, locked, moves, name, rank, reached_ms, shuffles, won],
        isRunning,
      ],
      (racer, frame) => {
        frame.style.setProperty("--done", String(racer.locked / total));
        return caption(racer, total, isRunning);
      },
    );
    if (boards.size && !this.#isInView) void this.#addBoards();
    if (this.#isInView) for (const { id } of racers) this.#boards.showBoard(id, boards.get(id));
  }

  #addBoards = once(
    () => inView(this.element, this.signal),
    () => {
      this.#isInView = true;
      this.update();
    },
  );
}

/** @type {(racer: Racer, total: number, isRunning: boolean) => Child[]} */
const caption = ({ ended, locked, moves, name, rank, reached_ms = 0, shuffles, won }, total, isRunning) => [
  h("span.who", `${rank}. ${name}`),
  " ",
  h(
    "span.numbers",
    won ? `★ ${timeText(reached_ms)}` : `${locked}/${total}${ended && isRunning ? " ■" : ""}`,
  ),
  h("span.visually-hidden", t("laneMore", { moves, shuffles })),
  h("span.bar"),
];
