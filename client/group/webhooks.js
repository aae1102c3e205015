import { t, tOr } from "../i18n/index.js";
import {
  changeWebhook,
  newWebhook,
  removeWebhook,
  renewSecret,
  resend,
  resendAll,
  testWebhook,
  webhooks,
} from "../net/groups.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { button, h, link } from "../ui/dom.js";
import { momentText } from "../ui/format.js";
import { toast, toastError } from "../ui/say.js";
import { groupHeader } from "./header.js";
import { webhookForm } from "./webhook-form.js";

/** @import { DeadLetter, Webhook, WebhookList, WebhookSecret } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/** What the group tells other programs and chats: for its owners. @param {Context} context */
export function parts(context) {
  const { code, group } = context;
  const list = h("div", { class: "stack", "aria-busy": "true" });
  const show = (/** @type {WebhookList} */ { webhooks: all }) => {
    list.removeAttribute("aria-busy");
    const items = all.map((webhook) => item(webhook, code, show));
    list.replaceChildren(...(items.length ? items : [h("p", { class: "soft" }, t("noWebhooks"))]));
  };
  const reload = () => webhooks(code).then(show);
  reload().catch(toastError);
  const add = webhookForm(async (values) => {
    showSecret(await newWebhook(code, values));
    await reload();
  });
  return [
    groupHeader(group, link(`/group/${code}`, t("toGroup"), { class: "btn" })),
    h("section", { class: "panel" }, h("h2", {}, t("webhooks")), list),
    h(
      "section",
      { class: "panel" },
      h("h2", {}, t("newWebhook")),
      h("p", { class: "soft" }, t("webhooksHelp")),
      add,
    ),
  ];
}

/** @param {Webhook} webhook @param {string} code @param {(list: WebhookList) => void} show */
function item(webhook, code, show) {
  const { id, kind, host, paused } = webhook;
  const reload = async () => show(await webhooks(code));
  const act = (/** @type {() => Promise<unknown>} */ step) => () => step().then(reload);
  const test = async () => {
    const { failure } = await testWebhook(code, id);
    toast(failure ? t("testFailed", { failure: failureText(failure) }) : t("testArrived"));
  };
  const remove = async () => {
    if (await confirmed(t("removeWebhookSure", { host }), t("removeWebhook")))
      show(await removeWebhook(code, id));
  };
  const renew = async () => {
    if (await confirmed(t("renewSecretSure"), t("renewSecret"))) showSecret(await renewSecret(code, id));
  };
  const pause = () => changeWebhook(code, id, { paused: !paused });
  return h(
    "article",
    { class: "stack webhook", "aria-label": `${t(`kind_${kind}`)}: ${host}` },
    h("h3", {}, t(`kind_${kind}`), " ", h("span", { class: "small soft" }, host)),
    h("p", { class: "small" }, webhook.events.map((event) => t(`tell_${event}`)).join(" · ")),
    h("p", { class: "small soft" }, stateText(webhook)),
    dead(webhook, code, act),
    h(
      "div",
      { class: "row" },
      button(t("testWebhook"), act(test), { class: "btn small" }),
      button(t(paused ? "resumeWebhook" : "pauseWebhook"), act(pause), { class: "btn quiet small" }),
      kind === "standard" && button(t("renewSecret"), act(renew), { class: "btn quiet small" }),
      button(t("removeWebhook"), remove, { class: "btn quiet small" }),
    ),
  );
}

/** @param {Webhook} webhook */
function stateText({ paused, waiting, delivered_at: at, failure }) {
  const arrived = at ? t("lastArrived", { when: momentText(at) }) : t("noneArrived");
  return [
    paused && t(`paused_${paused}`),
    arrived,
    waiting > 0 && t("lettersWait", { n: waiting }),
    failure && t("lastFailure", { failure: failureText(failure) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** A status of the receiver, or what kept the message from arriving. @param {string} failure */
const failureText = (failure) => tOr(`failure_${failure}`, t("failureStatus", { status: failure }));

/** Messages that have not arrived. @param {Webhook} webhook @param {string} code @param {(step: () => Promise<unknown>) => () => Promise<void>} act */
function dead({ id, dead: letters = [] }, code, act) {
  if (!letters.length) return false;
  const again = (/** @type {DeadLetter} */ letter) =>
    button(
      t("resend"),
      act(() => resend(code, id, letter.id)),
      { class: "btn quiet small" },
    );
  return h(
    "details",
    {},
    h("summary", {}, t("deadLetters", { n: letters.length })),
    h(
      "ul",
      { class: "list" },
      ...letters.map((letter) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: "grow" },
            t(`tell_${letter.type}`),
            h("br"),
            h("span", { class: "small soft" }, `${momentText(letter.at)} · ${failureText(letter.failure)}`),
          ),
          again(letter),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      button(
        t("resendAll"),
        act(() => resendAll(code, id)),
        { class: "btn small" },
      ),
    ),
  );
}

/** Show a new secret, this once. Only programs verify signatures. @param {WebhookSecret} made */
function showSecret({ webhook, secret }) {
  if (webhook.kind !== "standard") return;
  const field = h("input", { value: secret, readonly: true, "aria-label": t("webhookSecret") });
  openDialog(t("webhookSecret"), h("div", { class: "stack" }, h("p", {}, t("webhookSecretHelp")), field));
  field.select();
}
