import { t } from "../i18n/index.js";
import { lineText, sayForm } from "../room/chat.js";
import { meet } from "../room/company.js";
import { button, h, icon, morph } from "../ui/dom.js";
import { select } from "../ui/fields.js";
import { labelled } from "../ui/forms.js";
import { followEnd, KeyedList } from "../ui/lists.js";
import { once } from "../ui/load.js";
import { note, row } from "../ui/parts.js";
import { RisingReactions, reactionButtons, tapCounter } from "./reactions.js";

/** The chat of the audience. It is silent for screen readers unless somebody wants to hear it: the ticker speaks. */
class AudienceChat {
  #list = h("ol", { tabindex: 0, "aria-live": "off", "aria-label": t("audience") });
  #follow = followEnd(this.#list);
  #empty = h("li.soft", t("audienceEmpty"));
  /** Each line is drawn once, unless its author gets another name: a hundred people write. @type {KeyedList<wire.Said & { id: string }>} */ #lines =
    new KeyedList(this.#list, () => h("li"));
  #note = note();
  #aloud = button(t("readAloud"), () => this.#toggleAloud(), {
    class: "btn quiet small",
    "aria-pressed": "false",
  });
  element = h("section.chat", this.#list, h("div", this.#note, this.#aloud));

  /** @param {RoomSession} session */
  constructor(session) {
    this.session = session;
    this.form = sayForm(session, t("audienceSay"));
    this.#list.append(this.#empty);
  }

  /** @param {"open" | "slow" | "off"} mode */
  render(mode) {
    const { replica } = this.session;
    const canWrite = replica.you?.seated === false && mode !== "off";
    this.form.toggleAttribute("hidden", !canWrite);
    const note = mode === "off" ? "audienceIsOff" : mode === "slow" ? "audienceIsSlow" : "audienceHelp";
    morph(this.#note, t(note));
    this.#drawLines();
  }

  #drawLines() {
    const { company, replica } = this.session;
    // Nothing is shown before it is known whom the player blocks.
    const said = company ? (replica.audience.lines ?? []) : [];
    const lines = said
      .filter(({ player }) => !company?.isBlocked(player))
      .map((each) => ({ ...each, id: `${each.player} ${each.said_at}` }));
    this.#lines.draw(
      lines,
      (line) => company?.labelOf(line),
      (item, line) => morph(item, company?.nameOf(line, line.text), " ", h("bdi", lineText(line))),
    );
    this.#lines.arrange(lines);
    this.#empty.hidden = lines.length > 0;
    this.#follow();
  }

  #toggleAloud() {
    const isOn = this.#list.getAttribute("aria-live") === "off";
    this.#list.setAttribute("aria-live", isOn ? "polite" : "off");
    this.#aloud.setAttribute("aria-pressed", String(isOn));
  }
}

/** @typedef {NonNullable<wire.Settings["audience"]>} Mode */

/** @type {Mode[]} */
const MODES = ["open", "slow", "off"];
/** More unread lines are not counted: in a crowd, the screen would be drawn anew for each. */
const MAX_UNREAD = 99;
/** From this width of the screen on there is a column for it (px). */
const COLUMN_FROM = 1100;

/** The audience of a race: a column on a wide screen, a drawer on a narrow one. */
export class AudiencePanel {
  #host = h("div.row", { hidden: true });
  #heading = h("h2", { tabindex: -1 }, t("audience"));
  #players = h("section", { hidden: true }, h("h2", t("chat")));
  #reactions;
  /** The element that had the focus when it was opened. @type {Element | null} */ #opener = null;
  /** Lines that were not on the screen. */ #unread = 0;

  /** @param {PhaseContext} room @param {HTMLElement} badge for the number of unread messages @param {(isOpen: boolean) => void} onToggle */
  constructor(room, badge, onToggle) {
    const { session, signal } = room;
    this.room = room;
    this.badge = badge;
    this.onToggle = onToggle;
    this.chat = new AudienceChat(session);
    this.rising = new RisingReactions(signal);
    const onTap = tapCounter((reaction, times) => session.send({ t: "react", reaction, times }), signal);
    this.#reactions = reactionButtons(onTap);
    this.#players.append(room.chat);
    this.element = h(
      "aside.audience",
      {
        hidden: true,
        "aria-label": t("audience"),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      row(
        this.#heading,
        button(icon("close"), () => this.toggle(false), "btn quiet icon", t("closeAudience")),
      ),
      this.#host,
      this.#players,
      this.chat.element,
      h("div.chat.foot", this.#reactions, this.chat.form),
    );
    this.render();
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

  /** Close it where its column becomes a drawer, which nobody has asked for. */
  closeWhenNarrow() {
    const wide = matchMedia(`(min-width: ${COLUMN_FROM}px)`);
    wide.addEventListener("change", () => wide.matches || this.toggle(false, false), {
      signal: this.room.signal,
    });
  }

  /** @param {wire.Event} [event] */
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
    const { replica } = this.room.session;
    const mode = replica.room?.settings.audience ?? "open";
    this.#players.toggleAttribute("hidden", replica.you?.seated === false && !replica.chat.length);
    this.#reactions.toggleAttribute("hidden", mode === "off");
    this.#renderHost(mode);
    this.chat.render(mode);
  }

  /** @param {number} unread */
  #setUnread(unread) {
    this.#unread = unread;
    morph(this.badge, unread > MAX_UNREAD ? `${MAX_UNREAD}+` : unread);
    this.badge.toggleAttribute("hidden", !unread);
  }

  /** Draw the host's choice of a mode. @param {Mode} mode */
  #renderHost(mode) {
    const { replica } = this.room.session;
    this.#host.toggleAttribute("hidden", !replica.isHost);
    if (!replica.isHost) return;
    const choose = (/** @type {any} */ { currentTarget: { value } }) =>
      replica.room &&
      this.room.session.send({ t: "settings", settings: { ...replica.room.settings, audience: value } });
    morph(
      this.#host,
      labelled(
        t("s_audience"),
        select(MODES, (each) => t(`a_${each}`), mode, { onchange: choose }),
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
