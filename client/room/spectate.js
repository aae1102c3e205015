import { t, timeText } from "../i18n/index.js";
import { RaceGrid } from "../race/grid.js";
import { button, h, link, morph } from "../ui/dom.js";
import { load } from "../ui/load.js";
import { every } from "../ui/timers.js";
import { hostName } from "./title.js";

/** @import { BoardView } from "../board/board.js" */
/** @import { Event } from "../net/messages.js" */
/** @import { Board } from "../rules/board.js" */
/** @import { RoomReplica } from "./replica.js" */
/** @import { Result } from "./result.js" */
/** @import { Phase, PhaseContext } from "./screen.js" */

const TICK_MS = 250;

/** All boards of a race, live, one of them large. @implements {Phase} */
export class Spectate {
  isFixed = false;
  /** The game that is shown large, or "". */ #picked = "";
  /** @type {Result | null} */ #result = null;
  #resultPlace = h("div");
  #status = h("p", { class: "soft", role: "status" });
  /** Loaded when a game is picked. @type {BoardView | null} */ #board = null;
  #stage = h("div", { class: "stage large-board" });
  #large = h("div", { class: "stack", hidden: true });
  #name = h("h2", { class: "grow" });
  /** The large board, and the one before it: its last move is marked. @type {{ game: string, boards: Board[] }} */
  #shown = { game: "", boards: [] };

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.replica = room.session.replica;
    this.title = title(this.replica, room.isSpectator);
    this.grid = new RaceGrid(this.replica, "race-grid", room.signal, (game) => this.#pick(game));
    const { code, isSpectator } = room;
    this.#large.append(
      h(
        "div",
        { class: "row" },
        this.#name,
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
        h("h1", { class: "grow" }, this.title),
        isSpectator && link(`/r/${code}`, t("playToo"), { class: "btn" }),
      ),
      this.#status,
      this.#large,
      this.grid.element,
      this.#resultPlace,
      h("section", { class: "panel" }, h("h2", {}, t("chat")), room.chat),
    );
    every(TICK_MS, () => this.#renderTime(), room.signal);
  }

  /** @param {Event} [event] */
  update(event) {
    const game = event?.t === "acted" || event?.t === "progress" ? event.game : undefined;
    this.grid.update(game);
    if (!game || game === this.#picked) this.#renderLarge();
    if (game) return;
    const isOver = !!this.replica.race?.standings;
    this.grid.element.hidden = this.#status.hidden = isOver;
    morph(this.#status, statusText(this.replica));
    if (isOver) void this.#renderResult();
    else this.#resultPlace.replaceChildren();
    this.#renderTime();
  }

  async #renderResult() {
    const { Result } = await load(
      import("./result.js"),
      "draw",
      "room",
      "result",
      "replay",
      "room/result.css",
    );
    if (!this.replica.race?.standings) return;
    this.#result ??= new Result(this.room.signal, this.room.session.seeds);
    this.#resultPlace.replaceChildren(this.#result.element);
    this.#result.render(this.replica);
  }

  /** Show a game large, or none. @param {string} game */
  async #pick(game) {
    const { BoardView } = await import("../board/board.js");
    this.#board ??= new BoardView(t("board"), this.room.signal);
    this.#stage.replaceChildren(this.#board.element);
    this.#picked = game;
    this.#renderLarge();
    if (game) this.#large.scrollIntoView({ block: "start" });
  }

  #renderLarge() {
    const { boards, games, variant } = this.replica;
    const board = boards.get(this.#picked);
    const game = games.get(this.#picked);
    this.#large.hidden = !board;
    if (!board || !variant || !game) return;
    this.#name.textContent = this.replica.nameOf(game.player);
    if (this.#shown.game !== this.#picked) this.#shown = { game: this.#picked, boards: [board] };
    if (this.#shown.boards[0] !== board) this.#shown.boards = [board, this.#shown.boards[0]];
    this.#board?.show(board, variant, { before: this.#shown.boards[1] });
  }

  #renderTime() {
    const { race } = this.replica;
    const ms = race ? this.room.session.clock.now() - race.starts_at : 0;
    const text = ms < 0 ? `−${Math.ceil(-ms / 1000)}` : timeText(ms);
    morph(this.room.shell.hud, h("span", { role: "timer" }, race && !race.standings && text));
  }
}

/** @type {(replica: RoomReplica, isSpectator: boolean) => string} */
function title(replica, isSpectator) {
  if (isSpectator) return t("wallTitle", { name: hostName(replica) });
  const hasPlayed = replica.race?.seats.some(({ player }) => player === replica.you?.id);
  return t(hasPlayed ? "finishedFirst" : "raceRuns");
}

/** @type {(replica: RoomReplica) => string} */
function statusText(replica) {
  const { games, race, room } = replica;
  const delay = race?.spectator_delay_s ? ` · ${t("delay", { n: race.spectator_delay_s })}` : "";
  if (games.size || !room) return t("live", { n: games.size }) + delay;
  if (race) return t("aboutToStart") + delay;
  return t("notStarted", { names: room.members.map(({ id }) => replica.nameOf(id)).join(", ") || "–" });
}
