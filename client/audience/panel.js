import { t } from "../i18n/index.js";
import { meet } from "../people/company.js";
import { lineText } from "../room/chat.js";
import { button, h, icon, morph } from "../ui/dom.js";
import { once } from "../ui/once.js";
import { AudienceChat } from "./chat.js";
import { RisingReactions, reactionButtons, TapCounter } from "./reactions.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Event, Settings } from "../net/messages.js" */
/** @import { PhaseContext } from "../room/screen.js" */
/** @import { Shadow } from "./shadow.js" */
/** @typedef {NonNullable<Settings["audience"]>} Mode */

/** @type {Mode[]} */
const MODES = ["open", "slow", "off"];
/** More unread lines are not counted: in a crowd, the screen would be drawn anew for each. */
const MAX_UNREAD = 99;
/** From this width of the screen on there is a column for it (px). */
const COLUMN_FROM = 1100;

/** The audience of a race: a column on a wide screen, a drawer on a narrow one. */
export class AudiencePanel {
  #host = h("div", { class: "row", hidden: true });
  #along = button(t("playAlong"), () => this.#playAlong(), {
    class: "btn small",
    hidden: true,
    "aria-haspopup": "dialog",
  });
  /** The own play of the deal, once it has begun. @type {Shadow | null} */ #shadow = null;
  #heading = h("h2", { tabindex: -1 }, t("audience"));
  #players = h("section", { hidden: true }, h("h2", {}, t("chat")));
  #reactions;
  /** What had the focus when it was opened. @type {Element | null} */ #opener = null;
  /** Lines that were not on the screen. */ #unread = 0;

  /** @param {PhaseContext} room @param {HTMLElement} badge for the number of unread messages @param {(isOpen: boolean) => void} onToggle */
  constructor(room, badge, onToggle) {
    const { session, signal } = room;
    this.room = room;
    this.badge = badge;
    this.onToggle = onToggle;
    this.chat = new AudienceChat(session, lineText);
    this.rising = new RisingReactions(signal);
    const taps = new TapCounter((reaction, times) => session.send({ t: "react", reaction, times }), signal);
    this.#reactions = reactionButtons((reaction) => taps.tap(reaction));
    this.#players.append(room.chat);
    this.element = h(
      "aside",
      {
        class: "audience",
        hidden: true,
        "aria-label": t("audience"),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      h(
        "div",
        { class: "row" },
        this.#heading,
        this.#along,
        button(icon("close"), () => this.toggle(false), {
          class: "btn quiet icon",
          "aria-label": t("closeAudience"),
        }),
      ),
      this.#host,
      this.#players,
      this.chat.element,
      h("div", { class: "chat foot" }, this.#reactions, this.chat.form),
    );
    this.render();
  }

  get #mode() {
    return this.room.session.replica.room?.settings.audience ?? "open";
  }

  /** Open or close it; without a word the other way round. @param {boolean} [isOpen] @param {boolean} [withFocus] */
  toggle(isOpen = !!this.element.hidden, withFocus = true) {
    if (isOpen === !this.element.hidden) return;
    this.element.hidden = !isOpen;
    this.onToggle(isOpen);
    if (isOpen) this.#setUnread(0);
    this.render();
    // Where not all of it is on the screen, the latest lines are.
    this.element.scrollTop = this.element.scrollHeight;
    if (!withFocus) return;
    if (isOpen) {
      this.#opener = document.activeElement;
      this.#heading.focus({ preventScroll: true });
    } else if (this.#opener instanceof HTMLElement) this.#opener.focus();
  }

  /** Open it where there is a column for it. Where that becomes a drawer, it closes: nobody has asked for it. */
  openBeside() {
    const wide = matchMedia(`(min-width: ${COLUMN_FROM}px)`);
    this.toggle(wide.matches, false);
    wide.addEventListener("change", () => wide.matches || this.toggle(false, false), {
      signal: this.room.signal,
    });
  }

  /** @param {Event} [event] */
  update(event) {
    if (event?.t === "audience") {
      this.rising.show(event.reactions);
      if (this.element.hidden) this.#setUnread(this.#unread + (event.lines?.length ?? 0));
    }
    if (event?.t === "refused" && event.command === "say") this.chat.form.dispatchEvent(new Event("refused"));
    if (
      !event ||
      ["audience", "welcome", "room", "said", "starting", "started", "finished"].includes(event.t)
    )
      this.render();
  }

  #meet = once(() => meet(this.room.session, () => this.render()));

  render() {
    if (!this.room.session.company) void this.#meet();
    if (this.element.hidden) return;
    const mode = this.#mode;
    const { replica } = this.room.session;
    this.#players.toggleAttribute("hidden", replica.you?.seated === false && !replica.chat.length);
    this.#reactions.toggleAttribute("hidden", mode === "off");
    this.#along.toggleAttribute("hidden", replica.you?.seated !== false || !replica.started);
    this.#renderHost(mode);
    this.chat.render(mode);
  }

  async #playAlong() {
    const { playAlong } = await import("./play-along.js");
    this.#shadow = playAlong(this.room.session.replica, this.#shadow);
  }

  /** @param {number} unread */
  #setUnread(unread) {
    this.#unread = unread;
    morph(this.badge, unread > MAX_UNREAD ? `${MAX_UNREAD}+` : unread);
    this.badge.toggleAttribute("hidden", !unread);
  }

  /** What the host decides. @param {Mode} mode */
  #renderHost(mode) {
    const { replica } = this.room.session;
    this.#host.toggleAttribute("hidden", !replica.isHost);
    if (!replica.isHost) return;
    const choose = (/** @type {any} */ { currentTarget: { value } }) =>
      replica.room &&
      this.room.session.send({ t: "settings", settings: { ...replica.room.settings, audience: value } });
    morph(
      this.#host,
      h(
        "label",
        {},
        t("s_audience"),
        h(
          "select",
          { onchange: choose },
          ...MODES.map((each) =>
            h("option", { value: each, selected: each === mode }, t(/** @type {Key} */ (`a_${each}`))),
          ),
        ),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.toggle(false);
  }
}
