import { t } from "../i18n/index.js";
import { recoveryCode, signOutEverywhere, withdrawCode } from "../net/account.js";
import { self as currentSelf } from "../net/api.js";
import { begins, button, h } from "../ui/dom.js";
import { localDayText } from "../ui/format.js";
import { keepPlayer, markSeen } from "../ui/preferences.js";
import { toast } from "../ui/say.js";

/** @import { Me, RecoveryCode } from "../net/messages.js" */
/** @import { Child } from "../ui/dom.js" */

/** The code that brings the account to another device, and the end of other sign-ins. @param {Me} self */
export function recovery(self) {
  const place = h("div", { class: "stack" });
  show(place, self);
  return place;
}

/** @param {HTMLElement} place @param {Me} self @param {RecoveryCode} [made] a code that was just made */
function show(place, self, made) {
  const update = async (/** @type {RecoveryCode} */ code) => show(place, (await currentSelf()) ?? self, code);
  const withdraw = async () => {
    show(place, await withdrawCode());
    toast(t("codeWithdrawn"));
  };
  const { recovery_waits_until: waitsUntil } = self;
  place.replaceChildren(
    h(
      "details",
      { open: !!waitsUntil || place.hasChildNodes() },
      h("summary", {}, t("recovery")),
      h("p", { class: "small soft" }, t("recoveryHelp")),
      made && h("p", {}, h("output", { class: "code" }, made.recovery_code)),
      waitsUntil && waiting(self, waitsUntil, withdraw),
      !made && !waitsUntil && request(self, update),
    ),
    ...(self.has_recovery_code ? [signOut()] : []),
  );
}

/** What a code that waits does, and when. @type {(self: Me, until: number, withdraw: () => void) => HTMLElement} */
const waiting = ({ has_recovery_code: hasCode }, until, withdraw) =>
  h(
    "div",
    { class: "stack" },
    h("p", { class: "small" }, t(hasCode ? "codeWaits" : "firstCodeWaits", { date: localDayText(until) })),
    h("div", { class: "row" }, button(t("withdrawCode"), withdraw)),
  );

/** Ask for a new code: with the current one at once, without it after a wait. @type {(self: Me, update: (code: RecoveryCode) => Promise<void>) => HTMLElement} */
function request(self, update) {
  const ask = (current = "") => make(self, current).then(update);
  if (!self.has_recovery_code)
    return h(
      "div",
      { class: "row" },
      button(t("showRecovery"), () => ask()),
    );
  const field = h("input", { "aria-label": t("currentCode"), placeholder: t("currentCode"), class: "grow" });
  field.autocomplete = "off";
  const onsubmit = begins(() => ask(field.value));
  return h(
    "div",
    { class: "stack" },
    h("form", { class: "row", onsubmit }, field, h("button", { class: "btn" }, t("replaceCode"))),
    h("p", { class: "small soft" }, t("lostCodeHelp")),
    h(
      "div",
      { class: "row" },
      button(t("lostCode"), () => ask()),
    ),
  );
}

/** The notice on other pages is for whoever did not ask for it here. @param {Me} self @param {string} current */
async function make(self, current) {
  const made = await recoveryCode(current);
  keepPlayer(self);
  if (made.waits_until) markSeen(made.waits_until);
  return made;
}

function signOut() {
  const leave = () => signOutEverywhere().then(() => toast(t("signedOutAll")));
  return h(
    "details",
    {},
    h("summary", {}, t("signOutAll")),
    h("p", { class: "small soft" }, t("signOutHelp")),
    h("div", { class: "row" }, button(t("signOutAll"), leave)),
  );
}
