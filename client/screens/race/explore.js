import { BoardView } from "../../board/board.js";
import { rankAndSuit } from "../../board/drawing.js";
import { dotted, spaced, t } from "../../i18n/index.js";
import { exploredPosition } from "../../net/play.js";
import { actionText } from "../../replay/verdicts.js";
import { tryAgain } from "../../room/coach.js";
import { formatAction, parseAction } from "../../rules/actions.js";
import { legalMoves, locked, parseBoard, ROWS, won } from "../../rules/board.js";
import { suit } from "../../rules/cards.js";
import { play, refusal } from "../../rules/game.js";
import { button, h, icon, morph } from "../../ui/dom.js";
import { percentText } from "../../ui/format.js";
import { KeyedList } from "../../ui/lists.js";
import { afterPaint, toastError, toastProblem } from "../../ui/say.js";
import { share, sharePicture } from "../../ui/share.js";
import { later } from "../../ui/timers.js";
import { pause } from "../../ui/wait.js";

/** @import { ReplayPlayer } from "../../replay/player.js" */
/**
 * A position: `at` of the game that was played, after the actions of `line`. `recent` is the child that was seen last.
 * @typedef {{ game: Game, at: number, line: string[], parent: Position | null, children: Map<string, Position>, recent: Position | null, found: wire.ExploredPosition | null, remark: string }} Position
 */

/** A legal move, its chance, and whether it was played in the game. @typedef {{ id: string, move: Move, win: number | null, isBest: boolean, isPlayed: boolean }} JudgedMove */

/** A busy search is asked again after this time (ms). */
const RETRY_MS = 1000;
/** How far a finger goes for a swipe, and how straight: so many times as far as across (px). */
const SWIPE_PX = 40;
const STRAIGHT = 1.5;
/** @typedef {"back" | "on" | "previous" | "next"} Way */
/** @type {{ [key: string]: Way }} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "previous", ArrowDown: "next" };

/** The way that a finger goes: as if it moved the positions, which follow each other from left to right. @type {(dx: number, dy: number) => Way | null} */
export function swipeWay(dx, dy) {
  const [x, y] = [Math.abs(dx), Math.abs(dy)];
  if (Math.max(x, y) < SWIPE_PX || Math.max(x, y) < STRAIGHT * Math.min(x, y)) return null;
  if (x > y) return dx > 0 ? "back" : "on";
  return dy > 0 ? "previous" : "next";
}

/** The moves that were played, as positions each of which leads to the next. @type {(player: ReplayPlayer) => Position[]} */
function playedPositions({ recording: { frames, actions } }) {
  /** @type {Position[]} */ const positions = [];
  for (const [at, { game }] of frames.entries()) {
    const parent = positions[at - 1] ?? null;
    const position = newPosition({ ...game, resigned: false }, at, [], parent);
    if (parent) {
      parent.children.set(formatAction(actions[at - 1]), position);
      parent.recent = position;
    }
    positions.push(position);
  }
  return positions;
}

/** @type {(game: Game, at: number, line: string[], parent: Position | null) => Position} */
const newPosition = (game, at, line, parent) => ({
  game,
  at,
  line,
  parent,
  children: new Map(),
  recent: null,
  found: null,
  remark: "",
});

/**
 * The position after an action, which is made if it is new; a shuffle needs the board that it leads to.
 * @throws {RulesError} the refusal
 * @type {(position: Position, action: Action, board?: Board) => Position}
 */
export function after(position, action, board) {
  const text = formatAction(action);
  const known = position.children.get(text);
  if (known) return known;
  const game = play(position.game, action, () => /** @type {Board} */ (board));
  const made = newPosition(game, position.at, [...position.line, text], position);
  position.children.set(text, made);
  return made;
}

/** The chance of a position: the one that was found here, or before the move that leads here. @type {(position: Position) => number | null | undefined} */
export const winOf = ({ found, parent, line }) =>
  found?.win ?? parent?.found?.moves.find(({ move }) => move === line.at(-1))?.win;

/** The value of a position, in a word: moves alone win, nothing wins, or the chance. @type {(win: number | null | undefined) => string} */
const winText = (win) => {
  if (win == null) return "";
  if (win === 1) return t("wins");
  return win === 0 ? t("lost") : percentText(win, 1);
};

/** A move as wide filled as its chance; a tick or a cross is a fact. Of moves that win, the best wins soonest. @type {(element: HTMLElement, judged: JudgedMove, text: string) => void} */
function drawMove(element, { move: { card }, win, isBest, isPlayed }, text) {
  const said = [text, winText(win), isBest && t("bestMove"), isPlayed && t("played")];
  const fact = win === 1 ? icon("check") : win === 0 && icon("close");
  element.className = spaced("btn", isPlayed && "played", isBest && "best");
  element.style.setProperty("--win", String(win ?? 0));
  element.title = text;
  morph(
    element,
    h("span", { class: `suit-${suit(card)}`, "aria-hidden": "true" }, ...rankAndSuit(card)),
    h("span.numbers", { "aria-hidden": "true" }, fact || winText(win)),
    h("span.visually-hidden", said.filter(Boolean).join(", ")),
  );
}

/** A finished game to try other moves in: a tree of positions, with a search's findings on each. */
export class Explorer {
  /** @type {Position} */ #here;
  #text = h("p.grow", { role: "status" });
  #moves = h("div.explored-moves", { role: "group", "aria-label": t("moves") });
  /** @type {KeyedList<JudgedMove>} */ #list = new KeyedList(this.#moves, ({ move }) =>
    button([], () => this.#try(move), { onpointerenter: () => this.board.hint(move) }),
  );
  #controls = h("div.controls");
  #asking = new AbortController();

  /** @param {ReplayPlayer} player at the position that is shown first @param {string} id of the game */
  constructor(player, id) {
    this.player = player;
    this.id = id;
    this.signal = player.signal;
    this.board = new BoardView(t("yourBoard"), this.signal, (move) => this.#try(move));
    this.element = h(
      "div.race.replay.explorer",
      h("h1.visually-hidden", t("whatIf")),
      h("div.stage", this.board.element),
      this.#moves,
      h("div.playback", h("div.position-text", this.#text, h("div.row", ...this.#ways())), this.#controls),
    );
    player.pause();
    this.played = playedPositions(player);
    this.#here = this.played[player.at];
    player.element.replaceWith(this.element);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointerdown", (event) => this.#press(event));
    this.board.element.addEventListener("turn", () => this.#tell());
    this.#go(this.#here);
  }

  /** Go along a line. @param {Action[]} line */
  async follow(line) {
    for (const action of line) {
      if (action === "shuffle") await this.#shuffle();
      else this.#go(after(this.#here, action));
    }
  }

  /** @param {Position} position */
  #go(position) {
    this.#here = position;
    const { game, parent } = position;
    if (parent) parent.recent = position;
    const isWon = won(game.board);
    this.board.show(game.board, game.variant, {
      isLive: !isWon,
      isWon,
      before: parent?.game.board ?? null,
      shuffles: game.shuffles,
    });
    // The board is painted first.
    afterPaint(() => {
      if (this.#here !== position) return;
      this.#tell();
      this.#offer();
    });
    if (!position.found) void this.#ask(position);
  }

  /** @param {Move} move */
  #try(move) {
    this.#go(after(this.#here, move));
  }

  async #shuffle() {
    const here = this.#here;
    const code = refusal(here.game, "shuffle");
    if (code) return void toastProblem(code);
    const { at, line } = here;
    const { board } = await exploredPosition(this.id, at, [...line, "shuffle"], false, this.signal);
    if (this.#here === here && this.element.isConnected)
      this.#go(after(here, "shuffle", parseBoard(board, here.game.variant)));
  }

  /** Ask for the findings on a position. @param {Position} position */
  async #ask(position) {
    this.#asking.abort();
    this.#asking = new AbortController();
    const signal = AbortSignal.any([this.signal, this.#asking.signal]);
    try {
      position.found = await exploredPosition(this.id, position.at, position.line, false, signal);
    } catch (error) {
      if (!signal.aborted) await toastError(error);
      return;
    }
    this.#tell();
    if (position.found.win === 0) this.#offer();
    if (position.found.win !== null) return;
    later(RETRY_MS, () => this.#here === position && this.#ask(position), signal);
  }

  /** Search longer, and lay the line that wins before the position. A busy search is asked again. */
  async #prove() {
    const here = this.#here;
    /** @type {wire.ExploredPosition} */ let found;
    for (;;) {
      found = await exploredPosition(this.id, here.at, here.line, true, this.signal);
      if (found.win !== null || this.#here !== here || !this.element.isConnected) break;
      await pause(RETRY_MS, this.signal);
    }
    if (!this.element.isConnected) return;
    const { win, line } = found;
    if (win === 1) {
      let position = here;
      for (const text of line) {
        position.recent = after(position, parseAction(text));
        position = position.recent;
      }
    }
    here.remark = win === 1 ? t("winsAfter", { n: line.length }) : t(win === 0 ? "lost" : "noWinFound");
    if (here.found && win !== null) here.found = { ...here.found, win };
    this.#tell();
    this.#offer();
  }

  // Drawing

  /** Show the findings here. The moves keep their order, so that none changes its place under a finger. */
  #tell() {
    const { game, at, line, found, remark } = this.#here;
    const steps = line.length ? ` + ${line.length}` : "";
    const inPlace = `${locked(game.board)}/${ROWS * (game.variant.columns - 1)}`;
    const chance = won(game.board) ? "" : remark || winText(winOf(this.#here)) || "…";
    const place = dotted(`${at}/${this.player.last}${steps}`, inPlace);
    morph(this.#text, h("strong", chance), chance && " · ", place);
    const wins = new Map(found?.moves.map(({ move, win }) => [move, win]));
    const [best] = found?.moves ?? [];
    const moves = legalMoves(game.board, game.variant).map((move) => {
      const id = formatAction(move);
      const tried = this.#here.children.get(id);
      const isPlayed = !!tried && this.played.includes(tried);
      return { id, move, win: wins.get(id) ?? null, isBest: !!best?.win && best.move === id, isPlayed };
    });
    const isTall = this.board.state?.isTall;
    this.#list.draw(
      moves,
      ({ win, isBest, isPlayed }) => [win, isBest, isPlayed, isTall],
      (element, each) => drawMove(element, each, actionText(each.move, game.variant.columns, isTall)),
    );
    this.#list.arrange(moves);
  }

  /** Offer the actions here. */
  #offer() {
    morph(this.#controls, ...this.#buttons());
  }

  /** Ways from here to others, and back. @returns {Child[]} */
  #ways() {
    const path = () => {
      const { at, line } = this.#here;
      return `/g/${this.id}?${new URLSearchParams({ at: String(at), line: line.join(".") })}`;
    };
    const picture = async () => {
      const { boardPicture } = await import("../../replay/picture.js");
      return boardPicture({ text: t("shareLine"), path: `/g/${this.id}` }, this.#here.game.board, true);
    };
    return [
      button(icon("share"), () => share(t("shareLine"), location.origin + path()), "btn", t("share")),
      button(
        icon("picture"),
        () => sharePicture(picture(), `${t("shareLine")} ${location.origin}${path()}`),
        "btn",
        t("asPicture"),
      ),
      button(t("backToGame"), () => this.close()),
    ];
  }

  /** @returns {Child[]} */
  #buttons() {
    const { game, at, line, parent, recent, found } = this.#here;
    const isWon = won(game.board);
    const step = (/** @type {string} */ name, /** @type {Key} */ label, /** @type {Position | null} */ to) =>
      button(icon(name), () => to && this.#go(to), { "aria-label": t(label), "aria-disabled": String(!to) });
    return [
      step("back", "back1", parent),
      step("on", "on1", recent),
      !refusal(game, "shuffle") && button(t("shuffle"), () => this.#shuffle(), { "data-key": "shuffle" }),
      !isWon &&
        found?.win !== 0 &&
        button(t("findWin"), () => this.#prove(), { class: "btn main", "data-key": "prove" }),
      !isWon &&
        button(t("playOn"), () => tryAgain(this.id, at, { name: game.variant.name }, line), {
          "data-key": "try",
        }),
    ];
  }

  /** Show the game again, where it was left. */
  close() {
    this.#asking.abort();
    this.element.replaceWith(this.player.element);
    this.player.go(this.#here.at);
  }

  /** Go back or on, or to the other moves that were tried here. @param {Way} way @returns {boolean} whether it leads anywhere */
  #turn(way) {
    const { parent, recent } = this.#here;
    const tried = parent ? [...parent.children.values()] : [this.#here];
    const beside = (/** @type {number} */ by) =>
      tried[(tried.indexOf(this.#here) + by + tried.length) % tried.length];
    const to = { back: parent, on: recent, previous: beside(-1), next: beside(1) }[way];
    if (to && to !== this.#here) this.#go(to);
    return !!to;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const way = KEYS[event.key];
    if (way && !target.closest("[role=grid]") && this.#turn(way)) event.preventDefault();
  }

  /** A finger on anything but a card that it could drag may swipe. @param {PointerEvent} event */
  #press({ pointerType, pointerId, target, clientX, clientY }) {
    const { game } = this.#here;
    const card = game.board[this.board.slotOf(target)];
    if (pointerType !== "touch" || legalMoves(game.board, game.variant).some((move) => move.card === card))
      return;
    const over = new AbortController();
    const onPointer = (/** @type {Event} */ ended) => {
      const event = /** @type {PointerEvent} */ (ended);
      if (event.pointerId !== pointerId) return;
      over.abort();
      const way = event.type === "pointerup" && swipeWay(event.clientX - clientX, event.clientY - clientY);
      if (way) this.#turn(way);
    };
    const signal = AbortSignal.any([this.signal, over.signal]);
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, onPointer, { signal });
  }
}
