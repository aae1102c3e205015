import { dotted, LANGUAGES, t, tOr } from "../../i18n/index.js";
import { call, request } from "../../net/api.js";
import { openDialog, sureButton } from "../../ui/dialog.js";
import { button, h, link } from "../../ui/dom.js";
import { checkbox, checkboxLabel, copied, select } from "../../ui/fields.js";
import { momentText } from "../../ui/format.js";
import { formOf, labelled, lineInput } from "../../ui/forms.js";
import { about, folded, list, note, panel, row, stack } from "../../ui/parts.js";
import { toast, toastError } from "../../ui/say.js";
import { groupHeader } from "./group-home.js";

/** @import { Context } from "./group.js" */

const KINDS = /** @type {const} */ (["discord", "slack", "standard"]);
const EVENTS = /** @type {const} */ ([
  "daily.opened",
  "daily.digest",
  "room.opened",
  "race.finished",
  "challenge.made",
  "challenge.ended",
]);
/** The kinds by the hosts of chats' webhooks. @type {[RegExp, typeof KINDS[number]][]} */
const HOSTS = [
  [/^https:\/\/(\w+\.)?discord(app)?\.com\//, "discord"],
  [/^https:\/\/hooks\.slack(-gov)?\.com\//, "slack"],
];

/** The values of a webhook's form. @typedef {wire.NewWebhook & { [event in typeof EVENTS[number]]: boolean }} Told */

/** A form to set up a webhook. @param {(values: wire.NewWebhook) => Promise<unknown>} onsubmit */
function webhookForm(onsubmit) {
  const address = lineInput("url", { type: "url", placeholder: "https://" });
  const kind = select(KINDS, (each) => t(`kind_${each}`), null, { name: "kind" });
  const inItself = (/** @type {string} */ code) =>
    new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  const language = select(LANGUAGES, inItself, document.documentElement.lang, { name: "language" });
  address.oninput = () => {
    kind.value = HOSTS.find(([host]) => host.test(address.value))?.[1] ?? kind.value;
  };
  const told = EVENTS.map((event) => checkboxLabel(checkbox(true, { name: event }), t(`tell_${event}`)));
  return formOf(
    [
      labelled(t("webhookUrl"), address),
      labelled(t("webhookKind"), kind),
      h("fieldset.stack", h("legend", t("webhookTells")), ...told),
      labelled(t("webhookLanguage"), language),
    ],
    t("addWebhook"),
    (/** @type {Told} */ { url, kind, language, ...tells }) =>
      onsubmit({ url, kind, language, events: EVENTS.filter((event) => tells[event]) }).then(() => {
        address.value = "";
      }),
    "btn main",
  );
}

/** The webhooks of a group, which tell other programs and chats of it: for its owners. @param {Context} context */
export function webhookParts(context) {
  const { code, group } = context;
  const list = h("div.stack", { "aria-busy": "true" });
  const show = (/** @type {wire.WebhookList} */ { webhooks: all }) => {
    list.removeAttribute("aria-busy");
    const items = all.map((webhook) => item(webhook, code, show));
    list.replaceChildren(...(items.length ? items : [h("p.soft", t("noWebhooks"))]));
  };
  const reload = () => request("GET groups/{group}/webhooks", { group: code }).then(show);
  reload().catch(toastError);
  const add = webhookForm(async (values) => {
    showSecret(await call("POST groups/{group}/webhooks", { group: code, ...values }));
    await reload();
  });
  return [
    groupHeader(group, link(`/group/${code}`, t("toGroup"), "btn")),
    panel(t("webhooks"), list),
    panel(t("newWebhook"), h("p.soft", t("webhooksHelp")), add),
  ];
}

/** @param {wire.Webhook} webhook @param {string} code @param {(list: wire.WebhookList) => void} show */
function item(webhook, code, show) {
  const { id, kind, host, paused } = webhook;
  const it = { group: code, webhook: id };
  const reload = async () => show(await request("GET groups/{group}/webhooks", { group: code }));
  const act = (/** @type {() => Promise<unknown>} */ step) => () => step().then(reload);
  const test = async () => {
    const { failure } = await call("POST groups/{group}/webhooks/{webhook}/test", it);
    toast(failure ? t("testFailed", { failure: failureText(failure) }) : t("testArrived"));
  };
  const remove = () => call("DELETE groups/{group}/webhooks/{webhook}", it).then(show);
  const renew = () => call("POST groups/{group}/webhooks/{webhook}/secret", it).then(showSecret);
  const pause = () => call("PATCH groups/{group}/webhooks/{webhook}", { ...it, paused: !paused });
  return h(
    "article.stack.webhook",
    { "aria-label": `${t(`kind_${kind}`)}: ${host}` },
    h("h3", t(`kind_${kind}`), " ", h("span.small.soft", host)),
    h("p.small", dotted(...webhook.events.map((event) => t(`tell_${event}`)))),
    note(stateText(webhook)),
    dead(webhook, code, act),
    row(
      button(t("testWebhook"), act(test), "btn small"),
      button(t(paused ? "resumeWebhook" : "pauseWebhook"), act(pause), "btn quiet small"),
      kind === "standard" &&
        sureButton(t("renewSecret"), t("renewSecretSure"), act(renew), "btn quiet small"),
      sureButton(t("removeWebhook"), t("removeWebhookSure", { host }), remove, "btn quiet small"),
    ),
  );
}

/** @param {wire.Webhook} webhook */
function stateText({ paused, waiting, delivered_at: at, failure }) {
  const arrived = at ? t("lastArrived", { when: momentText(at) }) : t("noneArrived");
  return dotted(
    paused && t(`paused_${paused}`),
    arrived,
    waiting > 0 && t("lettersWait", { n: waiting }),
    failure && t("lastFailure", { failure: failureText(failure) }),
  );
}

/** A status of the receiver, or the obstacle that kept the message from arriving. @param {string} failure */
const failureText = (failure) => tOr(`failure_${failure}`, t("failureStatus", { status: failure }));

/** Messages that have not arrived. @param {wire.Webhook} webhook @param {string} code @param {(step: () => Promise<unknown>) => () => Promise<void>} act */
function dead({ id, dead: letters = [] }, code, act) {
  if (!letters.length) return false;
  const again = () => call("POST groups/{group}/webhooks/{webhook}/dead", { group: code, webhook: id });
  return folded(
    t("deadLetters", { n: letters.length }),
    list(
      ...letters.map(({ at, failure, type }) =>
        h("li", about(t(`tell_${type}`), dotted(momentText(at), failureText(failure)))),
      ),
    ),
    row(button(t("resend"), act(again), "btn small")),
  );
}

/** Show a new secret, this once. Only programs verify signatures. @param {wire.WebhookSecret} made */
function showSecret({ webhook, secret }) {
  if (webhook.kind !== "standard") return;
  const field = copied(secret, t("webhookSecret"));
  openDialog(t("webhookSecret"), stack(h("p", t("webhookSecretHelp")), field));
  field.select();
}
