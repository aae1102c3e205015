import { LANGUAGES, t } from "../i18n/index.js";
import { begins, h } from "../ui/dom.js";

/** @import { NewWebhook } from "../net/messages.js" */

const KINDS = /** @type {const} */ (["discord", "slack", "standard"]);
const EVENTS = /** @type {const} */ ([
  "daily.opened",
  "daily.digest",
  "room.opened",
  "race.finished",
  "challenge.made",
  "challenge.ended",
]);
/** By the hosts of chats' webhooks. @type {[RegExp, typeof KINDS[number]][]} */
const HOSTS = [
  [/^https:\/\/(\w+\.)?discord(app)?\.com\//, "discord"],
  [/^https:\/\/hooks\.slack(-gov)?\.com\//, "slack"],
];

/** In the language itself. @type {(code: string) => string} */
const languageName = (code) => new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;

/** A form to set up a webhook. @param {(values: NewWebhook) => Promise<unknown>} onsubmit */
export function webhookForm(onsubmit) {
  const url = h("input", { type: "url", required: true, placeholder: "https://", autocomplete: "off" });
  const kind = h("select", {}, ...KINDS.map((each) => h("option", { value: each }, t(`kind_${each}`))));
  const boxes = EVENTS.map((event) => ({ event, box: h("input", { type: "checkbox", checked: true }) }));
  const language = h(
    "select",
    {},
    ...LANGUAGES.map((code) => h("option", { value: code }, languageName(code))),
  );
  language.value = document.documentElement.lang;
  url.oninput = () => {
    kind.value = HOSTS.find(([host]) => host.test(url.value))?.[1] ?? kind.value;
  };
  const send = () =>
    onsubmit({
      url: url.value,
      kind: /** @type {NewWebhook["kind"]} */ (kind.value),
      language: /** @type {NewWebhook["language"]} */ (language.value),
      events: boxes.filter(({ box }) => box.checked).map((each) => each.event),
    }).then(() => {
      url.value = "";
    });
  return h(
    "form",
    { class: "stack", onsubmit: begins(send) },
    h("label", {}, t("webhookUrl"), url),
    h("label", {}, t("webhookKind"), kind),
    h(
      "fieldset",
      { class: "stack" },
      h("legend", {}, t("webhookTells")),
      ...boxes.map(({ event, box }) => h("label", { class: "checkbox" }, box, t(`tell_${event}`))),
    ),
    h("label", {}, t("webhookLanguage"), language),
    h("div", { class: "row" }, h("button", { class: "btn main" }, t("addWebhook"))),
  );
}
