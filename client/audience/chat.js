import { t } from "../i18n/index.js";
import { sayForm } from "../room/say-form.js";
import { button, h, morph } from "../ui/dom.js";
import { followEnd } from "../ui/follow-end.js";

/** @import { RoomSession } from "../room/session.js" */
/** @import { Said } from "../net/messages.js" */

/** The chat of the audience. It is silent for screen readers unless somebody wants to hear it: the ticker speaks. */
export class AudienceChat {
  #list = h("ol", { tabindex: 0, "aria-live": "off", "aria-label": t("audience") });
  #follow = followEnd(this.#list);
  #empty = h("li", { class: "soft" }, t("audienceEmpty"));
  /** The lines on the screen, by author, time and the name that is shown. @type {Map<string, HTMLElement>} */ #drawn =
    new Map();
  #note = h("p", { class: "small soft" });
  #aloud = button(t("readAloud"), () => this.#toggleAloud(), {
    class: "btn quiet small",
    "aria-pressed": "false",
  });
  element = h("section", { class: "chat" }, this.#list, h("div", {}, this.#note, this.#aloud));

  /** @param {RoomSession} session @param {(said: Said) => string} textOf a line as it is read */
  constructor(session, textOf) {
    this.session = session;
    this.textOf = textOf;
    this.form = sayForm(session, t("audienceSay"));
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

  /** Draw what is new, and nothing else again: a hundred people write. */
  #drawLines() {
    const { company, replica } = this.session;
    // Nothing is shown before it is known whom the player blocks.
    const lines = company
      ? (replica.audience.lines ?? []).filter(({ player }) => !company.isBlocked(player))
      : [];
    const before = this.#drawn;
    this.#drawn = new Map();
    for (const said of lines) {
      const label = company?.labelOf(said) ?? "";
      const key = `${said.player} ${said.said_at} ${label}`;
      this.#drawn.set(key, before.get(key) ?? this.#line(said));
    }
    this.#arrange(lines.length ? [...this.#drawn.values()] : [this.#empty]);
  }

  /** @param {Said} said */
  #line(said) {
    return h("li", {}, this.session.company?.nameOf(said, said.text), " ", h("bdi", {}, this.textOf(said)));
  }

  /** @param {HTMLElement[]} items */
  #arrange(items) {
    const list = this.#list;
    const wanted = new Set(items);
    for (const item of [...list.children]) if (!wanted.has(/** @type {HTMLElement} */ (item))) item.remove();
    const places = [...list.children];
    list.append(...items.filter((item, i) => places[i] !== item));
    this.#follow();
  }

  #toggleAloud() {
    const isOn = this.#list.getAttribute("aria-live") === "off";
    this.#list.setAttribute("aria-live", isOn ? "polite" : "off");
    this.#aloud.setAttribute("aria-pressed", String(isOn));
  }
}
