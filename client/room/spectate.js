import { t, timeText } from "../i18n/index.js";
import { Boards } from "../race/grid.js";
import { button, h, link, morph } from "../ui/dom.js";

/** @import { Event } from "../net/messages.js" */
/** @import { BoardView } from "../board/board.js" */
/** @import { Result } from "./result.js" */
/** @import { RoomContext } from "./screen.js" */

const TICK_MS = 250;

/** All boards of a room, live; one of them large. */
class Wall {
  isFixed = false;
  #end = h("div");
  /** @type {Result | null} */ #result = null;
  #status = h("p", { class: "soft", role: "status" });
  #large = h("div", { class: "stack", hidden: true });
  #stage = h("div", { class: "stage look" });
  /** @type {BoardView | null} */ #view = null;
  #picked = "";

  /** @param {RoomContext} room */
  constructor(room) {
    this.room = room;
    this.session = room.session;
    this.boards = new Boards(this.session.sight, "wall", { pick: (game) => this.#pick(game) });
    this.title = h("h2", { class: "grow" });
    this.#large.append(
      h(
        "div",
        { class: "row" },
        this.title,
        button(t("allBoards"), () => this.#pick("")),
      ),
      this.#stage,
    );
    this.element = h(
      "div",
      { class: "page" },
      h(
        "div",
        { class: "row" },
        h("h1", { class: "grow" }, t(room.watches ? "wallTitle" : "othersPlay", { code: room.code })),
        room.watches && link(`/r/${room.code}`, t("playToo"), { class: "btn" }),
      ),
      this.#status,
      this.#large,
      this.boards.element,
      this.#end,
      h("section", { class: "panel" }, h("h2", {}, t("chat")), room.chat),
    );
    this.time = h("span", { role: "timer" });
    room.shell.hud.replaceChildren(this.time);
    this.timer = setInterval(() => this.#tick(), TICK_MS);
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {Event} [event] */
  update(event) {
    const isSmall = event?.t === "acted" || event?.t === "progress";
    this.boards.update(isSmall ? event.game : undefined);
    if (!isSmall || event.game === this.#picked) this.#showLarge();
    if (isSmall) return;
    const { race, games, room } = this.session.sight;
    const isOver = !!race?.standings;
    this.boards.element.hidden = isOver;
    if (room?.members && !isOver && !games.size)
      morph(
        this.#status,
        race
          ? t("aboutToStart")
          : t("notStarted", { names: room.members.map(({ name }) => name).join(", ") || "–" }),
      );
    else morph(this.#status, t("live", { n: games.size }));
    this.#status.hidden = isOver;
    if (isOver) void this.#showResult();
    else this.#end.replaceChildren();
    this.#tick();
  }

  async #showResult() {
    const { Result } = await import("./result.js");
    if (!this.session.sight.race?.standings) return;
    this.#result ??= new Result();
    this.#end.replaceChildren(this.#result.element);
    this.#result.update(this.session.sight);
  }

  /** @param {string} game */
  async #pick(game) {
    const { BoardView } = await import("../board/board.js");
    this.#view ??= new BoardView(t("board"));
    this.#stage.replaceChildren(this.#view.element);
    this.#picked = game;
    this.#showLarge();
    if (game) this.#large.scrollIntoView({ block: "start" });
  }

  #showLarge() {
    const { boards, games, variant } = this.session.sight;
    const board = boards.get(this.#picked);
    const game = games.get(this.#picked);
    this.#large.hidden = !board;
    if (!board || !variant || !game) return;
    this.title.textContent = this.session.sight.nameOf(game.player);
    this.#view?.show(board, variant);
  }

  #tick() {
    const { race } = this.session.sight;
    const ms = race ? this.session.clock.now() - race.starts_at : 0;
    morph(this.time, race && !race.standings ? (ms < 0 ? `−${Math.ceil(-ms / 1000)}` : timeText(ms)) : "");
  }
}

/** @param {RoomContext} room */
export const wall = (room) => new Wall(room);
