import { BoardView } from "../board/board.js";
import { dotted, ordinalText, t, timeText, variantName } from "../i18n/index.js";
import { legalMoves } from "../rules/board.js";
import { variantOf } from "../rules/variants.js";
import { h, morph } from "../ui/dom.js";
import { loadExtra, loadStyles, once } from "../ui/load.js";
import { isMarked } from "../ui/preferences.js";
import { afterPaint, announce, toastProblem } from "../ui/say.js";
import { sound } from "../ui/sound.js";
import { every, later } from "../ui/timers.js";
import { RaceBar } from "./bar.js";
import { controlBar, listenToKeys, newHud } from "./controls.js";
import { changes, finishing, limitText, predictedState, raceState } from "./state.js";

/** @import { Company } from "./company.js" */
/** @import { Controls, Figures } from "./controls.js" */
/** @import { RaceMenu } from "./menu.js" */
/** @import { GameState, RaceState } from "./state.js" */
/** @typedef {{ text: string, more: () => string, until: number }} Message large, over a board that is over, until a time of this page (ms) */

const TICK_MS = 100;
/** How long a tap on the board holds up the actions of others: its own move is painted first. */
const TAP_MS = 150;
const MESSAGE_MS = 3000;
/** How much later than the end of the own game it is announced who plays on. */
const OTHERS_DELAY_MS = 1000;
/** When that is loaded which is not needed at first, in a race that runs already: first, one sees the board (ms). */
const COMPANY_DELAY_MS = 2000;
/** Between two moves of a board that finishes itself: about as fast as a hand (ms). */
const FINISH_STEP_MS = 250;
/** More of them are never in view. */
const MAX_LANES = 10;

/** The own race, from the countdown to the last board: one state, and the parts that draw it. @implements {Phase} */
export default class RaceScreen {
  isFixed = true;
  /** @type {RaceState | null} */ #state = null;
  /** The own game as it was drawn last; undefined: not yet. @type {GameState | null | undefined} */ #drawn;
  /** The overlay, as it was drawn last. */ #overlaid = "";
  /** Until when a tap may wait for its paint (ms). */ #tapUntil = 0;
  /** @type {Message | null} */ #message = null;
  #overlay = h("div.overlay");
  /** Set with the countdown, or soon after. @type {RaceBar | undefined} */ #bar;
  /** @type {Company} */ #company = {};

  /** @param {PhaseContext} room @param {wire.RaceView} race */
  constructor(room, race) {
    this.room = room;
    this.session = room.session;
    this.race = race;
    this.variant = variantOf(race.variant);
    this.title = variantName(this.variant.name);
    const { replica } = this.session;
    const { event, ghost } = replica.room ?? {};
    /** Whether another deal may follow: else it is the same one again, or none. */
    this.isFree = replica.isSolo && !event && !ghost;
    const hint = () => this.session.own && this.session.send({ t: "hint", game: this.session.own.id });
    /** @type {Controls} */
    const controls = {
      undo: () => this.#act("undo"),
      redo: () => this.#act("redo"),
      shuffle: () => this.#shuffle(),
      hint: replica.room?.settings.hints ? hint : undefined,
      // The result may be there before the menu: a new deal is wanted all the same.
      newDeal: this.isFree ? async () => (await this.#loadMenu()).newDeal(this.#menu) : undefined,
      finish: () => this.#finish(),
      menu: () => this.#openMenu(),
      rules: async () => (await import("../learn/rules.js")).openRules(),
    };
    this.controls = controlBar(controls);
    this.showFigures = newHud(room.shell.hud);
    this.board = new BoardView(t("yourBoard"), room.signal, (move) => this.#act(move));
    this.side = h("aside.side", !replica.isSolo && room.chat);
    const count = Math.min(race.seats.length, MAX_LANES) + Number(!!ghost);
    this.element = h(
      "div",
      { class: `race${count < 2 ? " alone" : ""}`, "--lanes": count },
      h("h1.visually-hidden", this.title),
      h("div.stage", this.board.element, this.#overlay),
      this.controls.element,
      this.side,
    );
    // A game that has not begun is dealt from the deck, even if its cards are here already.
    if (!this.session.own?.optimistic.game.n) this.board.show(null, this.variant);
    const isUnderWay = this.session.clock.now() >= race.starts_at;
    if (!replica.isSolo) later(isUnderWay ? COMPANY_DELAY_MS : 0, () => this.#addOthers(), room.signal);
    listenToKeys(controls, this.board, room.signal);
    const hold = () => (this.#tapUntil = performance.now() + TAP_MS);
    this.board.element.addEventListener("pointerdown", hold, true);
    every(TICK_MS, () => this.#refreshUnlessTapped(), room.signal);
  }

  /** Follow an event of the room. @param {wire.Event} [event] */
  update(event) {
    const game = event?.t === "acted" || event?.t === "progress" ? event.game : undefined;
    this.#company.boards?.update();
    if (game && game !== this.session.own?.id) this.#company.follow?.(game);
    if (event?.t === "hinted")
      void this.#loadMenu().then(({ showHint }) => showHint(event, this.board, this.session));
    if (event?.t === "started") sound("go");
    if (event?.t === "acted" && event.action === "shuffle" && event.game === this.session.own?.id)
      sound("shuffle");
    // Actions of others are drawn with the next tick, however many of them move at once.
    if (!game) this.#refresh();
    else if (game === this.session.own?.id) this.#refreshUnlessTapped();
  }

  // The state, the consequences of its changes, and the page

  #refreshUnlessTapped() {
    if (performance.now() >= this.#tapUntil) this.#refresh();
  }

  #refresh() {
    const before = this.#state;
    const now = this.session.clock.now();
    const ghosts = this.#company.ghosts?.(now - this.race.starts_at);
    const state = raceState(before, this.race, this.session, now, ghosts);
    this.#state = state;
    if (this.#message && this.#message.until < performance.now()) this.#message = null;
    this.#render(state);
    this.#react(state, changes(before, state));
  }

  /** @param {RaceState} state @param {ReturnType<typeof changes>} change */
  #react({ secondsToStart }, { countedDown, dealt, lockedMore, ended, placesWon, rank }) {
    if (countedDown) {
      sound("tick");
      announce(String(secondsToStart));
    }
    if (dealt) {
      if (this.race.seats.length > 1) announce(t("raceStarts"));
      this.#focusBoard();
      if (this.isFree && !isMarked("lessons"))
        loadExtra(import("../learn/coach-marks.js"), (tips) => tips.giveTips(this.board, this.room.signal));
    }
    if (lockedMore && placesWon <= 0) sound("lock");
    if (placesWon) this.#bar?.announce(placesWon, rank);
    if (ended) this.#end();
  }

  /** @param {RaceState} state */
  #render(state) {
    this.showFigures(figures(state));
    if (state.game !== this.#drawn) this.#renderGame(state);
    this.#renderOverlay(state);
    const { ghost, settings } = this.session.replica.room ?? {};
    if (ghost || settings?.boards_open || this.race.team_scores) this.#addCompany();
    if (state.lanes.length > 1 && state.lanes[0].rank) this.#addBar();
    if (!this.#bar) return;
    this.#bar.teams = this.#company.teams;
    this.#bar.render(state.lanes);
  }

  /** @param {RaceState} state */
  #renderOverlay(state) {
    const shown = `${state.secondsToStart} ${this.#message?.until} ${this.#message?.more()}`;
    if (shown === this.#overlaid) return;
    this.#overlaid = shown;
    morph(this.#overlay, ...overlay(state, this.#message, this.race));
  }

  /** @param {RaceState} state */
  #renderGame(state) {
    const { game } = state;
    this.#drawn = game;
    this.#showBoard(game);
    this.controls.render(game, !!game && (finishing(game, this.variant)?.length ?? 0) > 1);
  }

  /** @param {GameState | null} game */
  #showBoard(game) {
    const isLive = !!game && !game.isOver && !game.isWaiting;
    this.board.show(game?.board ?? null, this.variant, { ...game, isLive });
  }

  #end() {
    const { elapsed, game, lanes } = /** @type {RaceState} */ (this.#state);
    const { rank = 0 } = lanes.find(({ isMine }) => isMine) ?? {};
    if (game?.isWon) sound("won");
    this.room.linger();
    const time = game?.isWon ? timeText(elapsed) : "";
    const others = () => this.#company.others?.() ?? "";
    const more = () => dotted(time, others());
    // A player who has solved it after others has not won the race.
    const text = !game?.isWon ? t("itIsOver") : rank > 1 ? ordinalText(rank) : t("youWon");
    this.#message = { text, more, until: performance.now() + MESSAGE_MS };
    announce(`${text} ${time}`);
    // The server has shortened the wait for absent players by then.
    later(OTHERS_DELAY_MS, () => others() && announce(others()), this.room.signal);
    if (this.#state) this.#render(this.#state);
  }

  /** Without a pointer or a key pressed before, the mark of the focus would only be in the way. */
  #focusBoard() {
    const isIdle = document.activeElement?.id === "main";
    if (isIdle && navigator.userActivation?.hasBeenActive !== false) this.board.focus();
  }

  // The others

  #addOthers() {
    this.#addCompany();
    if (this.race.seats.length > 1) this.#addBar();
  }

  #addBar = once(
    () => loadStyles("race/bar.css"),
    () => {
      this.#bar = new RaceBar(this.room.signal);
      this.side.prepend(this.#bar.element);
      this.#refresh();
    },
  );

  /** The company, which only some races have, and none at first: boards of the others, a ghost, teams. */
  #addCompany = once(
    async () => (await import("./company.js")).company(this.session, this.race, this.side, this.room.signal),
    (company) => {
      this.#company = company;
      for (const each of [this.element, this.room.shell.tools])
        each.classList.toggle("open", !!company.boards);
    },
  );

  // Actions of the player

  /** Do an action and show its board; all else follows after the paint. @param {Action} action */
  #act(action) {
    const code = this.session.act(action);
    const { own } = this.session;
    if (code || !own) return this.#refuse(code ?? "no_race");
    if (action === "undo" || action === "redo") announce(t(action === "undo" ? "undone" : "redone"));
    // The room hears at once of a game that is over: before the server's answer, which brings the result.
    if (own.optimistic.isOver) return this.#acted();
    this.#showBoard(predictedState(own));
    afterPaint(() => this.#acted());
  }

  #acted() {
    if (this.room.signal.aborted) return;
    this.#tapUntil = 0;
    sound("move");
    this.#refresh();
  }

  /** @param {string} code */
  #refuse(code) {
    if (code === "wait") return;
    sound("refused");
    void toastProblem(code);
  }

  async #shuffle() {
    const { own } = this.session;
    const code = own?.refusal("shuffle");
    if (!own || code) return code && this.#refuse(code);
    const moves = legalMoves(own.optimistic.game.board, this.variant).length;
    if (moves && !(await (await this.#loadMenu()).sureToShuffle(moves))) return;
    this.#act("shuffle");
  }

  /** Make the moves that are left to win, each as if it was tapped, until something else is done. */
  #finish = () => {
    const { own } = this.session;
    const [move] = (own && finishing(predictedState(own), this.variant)) ?? [];
    if (!own || !move) return;
    this.#act(move);
    const { n } = own.optimistic.game;
    const goOn = () => own.optimistic.game.n === n && this.#finish();
    later(FINISH_STEP_MS, goOn, this.room.signal);
  };

  /** A player who has left the race meanwhile sees no menu of it. */
  async #openMenu() {
    const { openRaceMenu } = await this.#loadMenu();
    if (!this.room.signal.aborted) openRaceMenu(this.#menu);
  }

  #loadMenu = () => import("./menu.js");

  /** @returns {RaceMenu} */
  get #menu() {
    return { isFree: this.isFree, room: this.room, resign: () => this.#act("resign") };
  }
}

/** The figures of a game in the header. @type {(state: RaceState) => Figures} */
function figures({ game, elapsed, isLate, left, limit }) {
  if (!game) return { time: "", isLate };
  const { locked, moves, total } = game;
  return {
    time: timeText(isLate ? left : elapsed),
    limit: limitText({ isLate, limit }),
    isLate,
    locked,
    moves,
    total,
  };
}

/** The overlay of the board: the countdown, or a message. @type {(state: RaceState, message: Message | null, race: wire.RaceView) => Child[]} */
function overlay({ secondsToStart }, message, { commitment }) {
  if (secondsToStart)
    return [
      h("p.countdown.figure", { "data-key": secondsToStart }, secondsToStart),
      h("p.small", t("fingerprint", { code: commitment.slice(0, 12) })),
    ];
  if (!message) return [];
  const { text, more, until } = message;
  return [h("p.message", { "data-key": until }, text, !!more() && h("small", more()))];
}
