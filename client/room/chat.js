import { spaced, t } from "../i18n/index.js";
import { openDialog } from "../ui/dialog.js";
import { begins, button, h, morph } from "../ui/dom.js";
import { followEnd } from "../ui/lists.js";
import { once } from "../ui/load.js";
import { announce, toast } from "../ui/say.js";
import { later } from "../ui/timers.js";

const MAX_LENGTH = 300;

/** A form to say something in a room. After an event `refused`, the last message is in its field again. @param {RoomSession} session @param {string} label */
export function sayForm(session, label) {
  const field = h("input", {
    maxlength: MAX_LENGTH,
    "aria-label": label,
    placeholder: label,
    autocomplete: "off",
  });
  let said = "";
  const onsubmit = begins(() => {
    const text = field.value;
    if (!text.trim() || !session.send({ t: "say", text })) return;
    said = text;
    field.value = "";
  });
  const form = h("form", { onsubmit }, field, h("button.btn", t("send")));
  form.addEventListener("refused", () => {
    field.value ||= said;
  });
  return form;
}

/** @type {[Exclude<wire.Said["emote"], "" | undefined>, string][]} */
const EMOTES = [
  ["hello", "👋"],
  ["good_luck", "🍀"],
  ["well_played", "👏"],
  ["wow", "😮"],
  ["oops", "🙈"],
  ["thinking", "🤔"],
  ["thanks", "🙏"],
];
/** When others are met at the latest, for their names in the lobby and in the race (ms). */
const MEETING_DELAY_MS = 2500;

/** @type {(emote: NonNullable<wire.Said["emote"]>) => string} */
const emoteText = (emote) => t(/** @type {Key} */ (`m_${emote}`));

/** A message in one line. @type {(said: wire.Said) => string} */
export function lineText({ text, emote }) {
  const face = EMOTES.find(([name]) => name === emote)?.[1];
  return spaced(emote && `${face} ${emoteText(emote)}`, text);
}

/** The chat of a room. A spectator can only read it. */
export class Chat {
  #list = h("ol", { tabindex: 0, "aria-label": t("chat") });
  #emotes = h("div.emotes");
  #form;
  #follow = followEnd(this.#list);

  /** The messages of others that were not seen. */ #unread = 0;

  /**
   * @param {RoomSession} session @param {HTMLElement} element where the chat is put @param {HTMLElement} badge for the number of unread messages
   * @param {() => void} onMet when others are met, and when the player blocks somebody
   */
  constructor(session, element, badge, onMet) {
    this.session = session;
    this.onMet = onMet;
    this.element = element;
    this.badge = badge;
    const emotes = EMOTES.map(([emote, face]) => {
      const text = emoteText(emote);
      return button(face, () => session.send({ t: "say", emote }), { title: text, "aria-label": text });
    });
    this.#emotes.append(...emotes);
    this.#form = sayForm(session, t("say"));
    element.append(this.#list, this.#emotes, this.#form);
    this.render();
    later(MEETING_DELAY_MS, this.#meet, session.options.signal);
  }

  #meet = once(async () => {
    const { meet } = await import("./company.js");
    await meet(this.session, () => {
      this.render();
      this.onMet();
    });
  });

  /** Announce a message of somebody else; where the chat is hidden, show it in passing. @param {wire.Said} said */
  async receive(said) {
    if (said.player === this.session.replica.you?.id) return;
    await this.#meet();
    const { company } = this.session;
    if (company?.isBlocked(said.player)) return;
    const text = `${company?.labelOf(said) ?? said.name}: ${lineText(said)}`;
    if (this.element.isConnected && this.element.checkVisibility()) return announce(text);
    toast(text);
    this.#setUnread(this.#unread + 1);
  }

  /** Open the chat in a dialog. */
  async open() {
    this.#setUnread(0);
    const before = this.element.parentElement;
    const dialog = openDialog(t("chat"), this.element);
    this.render();
    dialog.addEventListener("close", () => before?.isConnected && before.append(this.element));
  }

  /** @param {number} unread */
  #setUnread(unread) {
    this.#unread = unread;
    this.badge.textContent = String(unread);
    this.badge.hidden = !unread;
  }

  render() {
    const { company, replica } = this.session;
    for (const part of [this.#emotes, this.#form]) part.hidden = !replica.you?.seated;
    // Nothing is shown before it is known whom the player blocks.
    if (replica.chat.length && !company) return void this.#meet();
    const chat = replica.chat.filter((said) => !company?.isBlocked(said.player));
    morph(
      this.#list,
      ...(chat.length
        ? chat.map((said) => h("li", company?.nameOf(said, said.text), " ", h("bdi", lineText(said))))
        : [h("li.soft", t("chatEmpty"))]),
    );
    this.#follow();
  }
}
