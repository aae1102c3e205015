import { t } from "../i18n/index.js";
import { h, morph } from "../view/dom.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Said } from "../net/messages.js" */
/** @import { Session } from "../state/session.js" */

/** @type {[Exclude<Said["emote"], "" | undefined>, string][]} */
const EMOTES = [
  ["hello", "👋"],
  ["good_luck", "🍀"],
  ["well_played", "👏"],
  ["wow", "😮"],
  ["oops", "🙈"],
  ["thinking", "🤔"],
  ["thanks", "🙏"],
];

/** @type {(emote: NonNullable<Said["emote"]>) => string} */
const emoteText = (emote) => t(/** @type {Key} */ (`m_${emote}`));

/** The chat of a room. Who watches can only read. */
export class Chat {
  /** @param {Session} session @param {HTMLElement} element where it is to be */
  constructor(session, element) {
    this.session = session;
    this.element = element;
    this.list = h("ol", { tabindex: 0, "aria-label": t("chat") });
    element.append(this.list, this.#emotes(), this.#form());
    this.update();
  }

  /** What somebody said, in one line. @type {(said: Said) => string} */
  textOf({ text, emote }) {
    const face = EMOTES.find(([name]) => name === emote)?.[1];
    return [emote && `${face} ${emoteText(emote)}`, text].filter(Boolean).join(" ");
  }

  update() {
    const { chat, you } = this.session.sight;
    for (const part of [...this.element.children].slice(1)) part.toggleAttribute("hidden", !you?.seated);
    const isAtEnd = this.list.scrollTop + this.list.clientHeight > this.list.scrollHeight - 30;
    morph(
      this.list,
      ...(chat.length
        ? chat.map((said) => h("li", {}, h("b", {}, said.name), ` ${this.textOf(said)}`))
        : [h("li", { class: "soft" }, t("chatEmpty"))]),
    );
    if (isAtEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  #emotes() {
    return h(
      "div",
      { class: "emotes" },
      ...EMOTES.map(([emote, face]) =>
        h(
          "button",
          {
            type: "button",
            class: "btn",
            title: emoteText(emote),
            "aria-label": emoteText(emote),
            onclick: () => this.session.say({ t: "say", emote }),
          },
          face,
        ),
      ),
    );
  }

  #form() {
    const field = h("input", {
      maxlength: 300,
      "aria-label": t("say"),
      placeholder: t("say"),
      autocomplete: "off",
    });
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (field.value.trim() && this.session.say({ t: "say", text: field.value })) field.value = "";
    };
    return h("form", { onsubmit }, field, h("button", { class: "btn" }, t("send")));
  }
}
