import { t } from "../../i18n/index.js";
import { EXPORT, provider, signOutEverywhere } from "../../net/account.js";
import { call, self as currentSelf, ofPlayer } from "../../net/api.js";
import { playerTag } from "../../people/names.js";
import { setBlocked } from "../../people/person.js";
import { openDialog } from "../../ui/dialog.js";
import { button, h, link } from "../../ui/dom.js";
import { lineField, lineForm, select, typedToConfirm } from "../../ui/fields.js";
import { localDayText } from "../../ui/format.js";
import { folded, note, row, stack } from "../../ui/parts.js";
import { keepPlayer, keepRoom, markSeen } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { toast } from "../../ui/say.js";

/** The code that brings the account to another device, and the end of other sign-ins. @param {wire.Me} self */
export function recovery(self) {
  const place = stack();
  show(place, self);
  return place;
}

/** @param {HTMLElement} place @param {wire.Me} self @param {wire.RecoveryCode} [made] a code that was just made */
function show(place, self, made) {
  const update = async (/** @type {wire.RecoveryCode} */ code) =>
    show(place, (await currentSelf()) ?? self, code);
  const withdraw = async () => {
    show(place, await call("DELETE me/recovery"));
    toast(t("codeWithdrawn"));
  };
  const leave = () => signOutEverywhere().then(() => toast(t("signedOutAll")));
  const { has_recovery_code: hasCode, recovery_waits_until: waitsUntil } = self;
  place.replaceChildren(
    h(
      "details",
      { open: !!waitsUntil || place.hasChildNodes() },
      h("summary", t("recovery")),
      note(t("recoveryHelp")),
      made && h("p", h("output.code", made.recovery_code)),
      waitsUntil &&
        stack(
          h("p.small", t(hasCode ? "codeWaits" : "firstCodeWaits", { date: localDayText(waitsUntil) })),
          row(button(t("withdrawCode"), withdraw)),
        ),
      !made && !waitsUntil && request(self, update),
    ),
    ...(hasCode
      ? [folded(t("signOutAll"), note(t("signOutHelp")), row(button(t("signOutAll"), leave)))]
      : []),
  );
}

/** Ask for a new code: with the current one at once, without it after a wait. @type {(self: wire.Me, update: (code: wire.RecoveryCode) => Promise<void>) => HTMLElement} */
function request(self, update) {
  const ask = async (current = "") => {
    const made = await call("POST me/recovery", { recovery_code: current });
    // The notice on other pages is for a player who did not ask for it here.
    keepPlayer(self);
    if (made.waits_until) markSeen(made.waits_until);
    await update(made);
  };
  if (!self.has_recovery_code) return row(button(t("showRecovery"), () => ask()));
  return stack(
    lineForm(lineField(t("currentCode")), t("replaceCode"), ask),
    note(t("lostCodeHelp")),
    row(button(t("lostCode"), () => ask())),
  );
}

/** Show the people whom the player blocks; each block can be ended. */
async function openBlocked() {
  const { players } = await ofPlayer("GET me/blocks", { players: [] });
  const list = h("ul.list", ...players.map(item));
  openDialog(t("blockedPlayers"), players.length ? list : h("p", t("nobodyBlocked")));
}

/** @param {wire.BlockedPlayer} player */
function item({ id, name }) {
  /** @returns {Promise<void>} */
  const unblock = () => setBlocked(id, false).then(() => element.remove());
  /** @type {HTMLElement} */
  const element = h("li", h("span.grow", name, playerTag(id)), button(t("unblock"), unblock, "btn", name));
  return element;
}

/** The actions that only the owner of an account has: devices first, rare ones last. @param {wire.Me} self */
export const account = (self) =>
  stack(
    h(
      "div.menu",
      button(t("sessionsTitle"), async () => (await import("./devices.js")).openSessions()),
      button(t("addDevice"), async () => (await import("./devices.js")).openAddDevice()),
      provider() && button(provider(), async () => (await import("./devices.js")).openSignIn()),
      button(t("pushTitle"), async () => (await import("./notifications.js")).openPush()),
      link("/group", t("yourGroups"), "btn"),
    ),
    recovery(self),
    folded(
      t("more"),
      h(
        "div.menu",
        button(t("blockedPlayers"), openBlocked),
        button(t("fromModerators"), async () => (await import("./notice.js")).openDecisionsLater()),
        link("/verify", t("verify"), "btn"),
      ),
      h("h3", t("recordedAs")),
      note(t("recordedAsHelp")),
      recordedAs(self),
      note(t("exportHelp")),
      row(h("a.btn", { href: EXPORT, download: "gaprace.json" }, t("exportIt"))),
      deletion(self.name),
    ),
  );

/** How the own games may take seats in the races of others. @param {wire.Me} self */
function recordedAs(self) {
  const { recorded_as = "name" } = self;
  const choices = /** @type {const} */ (["name", "anonymous", "never"]);
  const field = select(choices, (each) => t(`recordedAs_${each}`), recorded_as, {
    "aria-label": t("recordedAs"),
    onchange: () => call("PATCH me", { recorded_as: choices[field.selectedIndex] }),
  });
  return field;
}

/** Deletion, confirmed by typing the name. @param {string} name */
function deletion(name) {
  const act = async (/** @type {string} */ typed) => {
    await call("DELETE me", { name: typed });
    keepRoom(null);
    go("/");
    toast(t("deleted"));
  };
  const label = t("typeName", { name });
  return folded(
    t("deleteMe"),
    h("p.small", t("deleteHelp")),
    h("p.small", label),
    typedToConfirm(label, name, t("deleteMe"), act),
  );
}
