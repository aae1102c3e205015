import { t } from "../i18n/index.js";
import { button, h, morph } from "../ui/dom.js";

/** @import { RoomSession } from "../room/session.js" */
/** @import { Said } from "../net/messages.js" */

const MAX_LENGTH = 300;
/** How far from its end the list may be scrolled and still follow new lines (px). */
const END_MARGIN = 30;

/** The chat of the audience. It is silent for screen readers unless somebody wants to hear it: the ticker speaks. */
export class AudienceChat {
  #list = h("ol", { tabindex: 0, "aria-live": "off", "aria-label": t("audience") });
  #field = h("input", {
    maxlength: MAX_LENGTH,
    "aria-label": t("audienceSay"),
    placeholder: t("audienceSay"),
    autocomplete: "off",
  });
  form = h(
    "form",
    { onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
    this.#field,
    h("button", { class: "btn" }, t("send")),
  );
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
  }

  /** @param {"open" | "slow" | "off"} mode */
  render(mode) {
    const { company, replica } = this.session;
    const canWrite = replica.you?.seated === false && mode !== "off";
    this.form.hidden = !canWrite;
    this.#note.textContent = t(
      mode === "off" ? "audienceIsOff" : mode === "slow" ? "audienceIsSlow" : "audienceHelp",
    );
    // Nothing is shown before it is known whom the player blocks.
    const lines = company
      ? (replica.audience.lines ?? []).filter(({ player }) => !company.isBlocked(player))
      : [];
    const list = this.#list;
    const isAtEnd = list.scrollTop + list.clientHeight > list.scrollHeight - END_MARGIN;
    morph(
      list,
      ...(lines.length
        ? lines.map((said) =>
            h(
              "li",
              { "data-key": `${said.player} ${said.said_at}` },
              company?.nameOf(said, said.text),
              ` ${this.textOf(said)}`,
            ),
          )
        : [h("li", { class: "soft" }, t("audienceEmpty"))]),
    );
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  #toggleAloud() {
    const isOn = this.#list.getAttribute("aria-live") === "off";
    this.#list.setAttribute("aria-live", isOn ? "polite" : "off");
    this.#aloud.setAttribute("aria-pressed", String(isOn));
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const text = this.#field.value;
    if (text.trim() && this.session.send({ t: "say", text })) this.#field.value = "";
  }
}
