import { t, timeText } from "../i18n/index.js";
import { legalMoves, locked, ROWS, stuck } from "../rules/board.js";
import { variantOf } from "../rules/variants.js";
import { BoardView } from "../view/board.js";
import { announce, button, h, morph, toast } from "../view/dom.js";
import { confirmed, sound } from "../view/lazy.js";
import { sayRefusal } from "../view/problem.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Event, Hinted } from "../net/messages.js" */
/** @import { Boards } from "../view/boards.js" */
/** @import { RoomContext } from "./room.js" */

const TICK_MS = 200;
const SHOUT_MS = 3000;
const LAST_MINUTE_MS = 60000;

/** One's own race, from the countdown to the last board. */
export class Race {
  isFixed = true;
  #over = h("div", { class: "over" });
  #controls = h("div", { class: "ctl", role: "toolbar", "aria-label": t("controls") });
  #count = 0;
  #wasEnded = false;
  #lastLocked = 0;
  #saidStuck = false;
  /** Who was told of as a winner. @type {Set<string>} */ #told = new Set();
  /** How long one's own game took, by the clock here, until the server says it. */ #took = 0;
  /** @type {Boards | undefined} */ rivals;

  /** @param {RoomContext} room */
  constructor(room) {
    this.room = room;
    this.session = room.session;
    const { sight } = this.session;
    this.race = /** @type {NonNullable<typeof sight.race>} */ (sight.race);
    this.variant = variantOf(this.race.variant);
    this.isSolo = sight.room?.settings.seats === 1;
    this.board = new BoardView(t("yourBoard"), (move) => this.act(move));
    const { daily, ghost } = sight.room ?? {};
    /** Whether another deal may follow; else the same one, or none. */
    this.isFree = this.isSolo && !daily && !ghost;
    const isAlone = this.race.seats.length < 2;
    this.side = h("aside", { class: "side" }, !this.isSolo && room.chat);
    if (!isAlone) void this.#showRivals();
    this.element = h(
      "div",
      { class: `race${isAlone ? " alone" : ""}` },
      h("h1", { class: "sr" }, t("roomTitle", { code: room.code })),
      h("div", { class: "stage" }, this.board.element, this.#over),
      this.#controls,
      this.side,
    );
    this.time = h("span", { role: "timer" });
    this.done = h("span");
    this.moves = h("span");
    room.shell.hud.replaceChildren(this.time, this.done, this.moves);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
    if (ghost) void import("../view/ghost.js").then(({ meetGhost }) => meetGhost(ghost, this));
  }

  async #showRivals() {
    const module = await import("../view/boards.js").catch(() => null);
    if (!module) return;
    const { sight } = this.session;
    this.rivals = new module.Boards(sight, "rivals", {
      without: sight.you?.id,
      hides: !sight.room?.settings.boards_open,
    });
    this.side.prepend(this.rivals.element);
    this.rivals.update();
  }

  close() {
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.onKey);
  }

  /** @param {Event} [event] */
  update(event) {
    if (event?.t === "hinted") void this.#hinted(event);
    if (event?.t === "acted" || event?.t === "progress") this.#rivalDid(event.game);
    else this.rivals?.update();
    if (event?.t === "started") sound("go");
    if (event?.t === "acted" && event.action === "shuffle" && event.game === this.session.own?.id)
      sound("shuffle");
    this.#show();
    this.#tick();
  }

  // What is shown

  /** @param {string} id */
  #rivalDid(id) {
    this.rivals?.update(id);
    const game = this.session.sight.games.get(id);
    if (!game?.won || id === this.session.own?.id || this.#told.has(id)) return;
    this.#told.add(id);
    toast(t("someoneWon", { name: this.session.sight.nameOf(game.player) }));
  }

  #show() {
    const { own } = this.session;
    if (!own) return this.board.show(null, this.variant);
    const { game, isOver } = own.shown;
    const wasEmpty = !this.board.element.querySelector(".act") && !game.n;
    this.board.show(game.board, this.variant, !isOver && !own.isWaiting);
    // Who has done nothing yet may have no keys: the mark of the focus would only be in the way.
    if (
      wasEmpty &&
      document.activeElement?.id === "main" &&
      navigator.userActivation?.hasBeenActive !== false
    )
      this.board.focus();
    const all = ROWS * (this.variant.columns - 1);
    const count = locked(game.board);
    if (count > this.#lastLocked && game.n) sound("lock");
    this.#lastLocked = count;
    morph(this.done, String(count), h("small", {}, `/${all}`));
    morph(this.moves, String(game.moves), h("small", {}, ` ${t("movesWord", { n: game.moves })}`));
    this.#showControls();
    this.#sayStuck();
    if (isOver && !this.#wasEnded) this.#end();
    this.#wasEnded = isOver;
  }

  #showControls() {
    const { own, sight } = this.session;
    if (!own) return;
    const { game, undo, redo, isOver } = own.shown;
    const left = Math.max(0, this.variant.shuffles - game.shuffles);
    const isStuck = !isOver && stuck(game.board, this.variant);
    const can = (/** @type {Action} */ action) => !own.refusal(action);
    const hasRedeal = this.variant.shuffle_when !== null;
    morph(
      this.#controls,
      button(t("undo"), () => this.act("undo"), {
        "aria-keyshortcuts": "Control+Z Meta+Z",
        disabled: isOver || !undo,
      }),
      button(t("redo"), () => this.act("redo"), {
        "aria-keyshortcuts": "Control+Y Control+Shift+Z",
        disabled: isOver || !redo,
      }),
      sight.room?.settings.hints &&
        button(t("hint"), () => this.#hint(), { "aria-keyshortcuts": "H", disabled: isOver }),
      hasRedeal &&
        button([t("shuffle"), " ", h("span", { class: "n" }, left)], () => this.#shuffle(), {
          class: `btn${isStuck && left ? " main" : ""}`,
          "aria-keyshortcuts": "S",
          disabled: !can("shuffle"),
        }),
      isOver && this.isFree
        ? button(t("newDeal"), () => this.#newDeal(), { class: "btn main" })
        : button(t("more"), () => this.#more(), { "aria-haspopup": "dialog" }),
    );
  }

  #sayStuck() {
    const { own } = this.session;
    if (!own) return;
    const { game, isOver } = own.shown;
    const isStuck = !isOver && !own.isWaiting && stuck(game.board, this.variant);
    if (isStuck && !this.#saidStuck) {
      const left = this.variant.shuffles - game.shuffles;
      this.shout(t("stuck"), left > 0 ? t("stuckShuffle", { n: left }) : t("stuckUndo"));
    }
    if (!isStuck && this.#saidStuck && !isOver) this.#over.replaceChildren();
    this.#saidStuck = isStuck;
  }

  /** @param {string} text @param {string} [more] */
  shout(text, more) {
    const shout = h("p", { class: "shout" }, text, more && h("small", {}, more));
    this.#over.replaceChildren(shout);
    setTimeout(() => shout.remove(), SHOUT_MS);
    announce(`${text} ${more ?? ""}`);
  }

  #end() {
    const { own } = this.session;
    if (!own) return;
    const isWon = locked(own.shown.game.board) === ROWS * (this.variant.columns - 1);
    if (isWon) sound("won");
    const { clock, sight } = this.session;
    const others = this.race.seats.length > 1 && !sight.race?.standings;
    this.#took = clock.now() - this.race.starts_at;
    this.board.element.classList.toggle("won", isWon);
    this.room.linger();
    const more = [isWon && timeText(this.#took), others && t("othersPlay")].filter(Boolean);
    this.shout(t(isWon ? "youWon" : "itIsOver"), more.join(" · "));
  }

  #tick() {
    const { clock, own, sight } = this.session;
    const now = clock.now();
    const { starts_at, ends_at } = this.race;
    if (!own) return this.#countDown(Math.ceil((starts_at - now) / 1000));
    if (this.#count) {
      this.#count = 0;
      this.#over.replaceChildren();
    }
    const mine = sight.mine;
    const took = mine?.ended ? (mine.last_action_ms ?? 0) : this.#took;
    const ms = own.shown.isOver ? took : now - starts_at;
    const left = ends_at == null ? Infinity : ends_at - now;
    const isLate = left < LAST_MINUTE_MS && !own.shown.isOver;
    morph(this.time, isLate ? `−${timeText(left)}` : timeText(ms));
    this.time.classList.toggle("late", isLate);
    this.time.title = ends_at == null ? t("time") : t("timeOf", { time: timeText(ends_at - starts_at) });
  }

  /** @param {number} seconds */
  #countDown(seconds) {
    if (seconds < 1 || seconds === this.#count) return;
    this.#count = seconds;
    sound("tick");
    this.#over.replaceChildren(h("p", { class: "count num" }, seconds));
    announce(String(seconds));
  }

  // What somebody does

  /** @param {Action} action */
  act(action) {
    const code = this.session.act(action);
    if (code && code !== "wait") this.#refuse(code);
    else if (!code) {
      sound("move");
      if (action === "undo" || action === "redo") announce(t(action === "undo" ? "undone" : "redone"));
    }
    this.#show();
  }

  /** @param {string} code */
  #refuse(code) {
    sound("refused");
    void sayRefusal(code);
  }

  async #shuffle() {
    const { own } = this.session;
    const code = own?.refusal("shuffle");
    if (!own || code) return code && code !== "wait" && this.#refuse(code);
    const moves = legalMoves(own.shown.game.board, this.variant).length;
    if (moves && !(await confirmed(t("shuffleSure", { n: moves }), t("shuffle")))) return;
    this.act("shuffle");
  }

  #hint() {
    const { own } = this.session;
    if (own) this.session.say({ t: "hint", game: own.id });
  }

  /** @param {Hinted} hinted */
  async #hinted(hinted) {
    (await import("./hint.js")).showHint(this, hinted);
  }

  async #more() {
    (await import("./menu.js")).openMenu(this);
  }

  async #newDeal() {
    await (await import("./menu.js")).newDeal(this);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (
      document.querySelector("dialog[open]") ||
      /^(input|textarea|select)$/i.test(/** @type {Element} */ (event.target).tagName)
    )
      return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && key === "z") this.act(event.shiftKey ? "redo" : "undo");
    else if (isCommand && key === "y") this.act("redo");
    else if (isCommand || event.altKey) return;
    else if (key === "h" && this.session.sight.room?.settings.hints) this.#hint();
    else if (key === "s") void this.#shuffle();
    else if (key === "b") this.board.focus();
    else return;
    event.preventDefault();
  }
}

/** @param {RoomContext} room */
export const race = (room) => new Race(room);
