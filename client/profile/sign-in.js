import { t } from "../i18n/index.js";
import {
  connectedAccount,
  disconnect,
  endSession,
  sessions,
  signInLink,
  signOutEverywhere,
} from "../net/account.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { momentText } from "../ui/format.js";
import { keepPlayer } from "../ui/preferences.js";
import { toast } from "../ui/say.js";

/** @import { ConnectedAccount } from "../net/messages.js" */

/** Show whether the player signs in by the provider: then it can sign out here, or be disconnected. */
export async function openSignIn() {
  const place = h("div", { class: "stack" });
  const show = (/** @type {ConnectedAccount} */ account) =>
    place.replaceChildren(...(account.connected_at ? connected(account, show) : unconnected(account)));
  const account = await connectedAccount();
  show(account);
  openDialog(account.label, place);
}

/** @param {ConnectedAccount} account */
const unconnected = ({ label }) => [
  h("p", { class: "small soft" }, t("connectHelp", { label })),
  h("div", { class: "row" }, h("a", { class: "btn main", href: signInLink() }, t("connectWith", { label }))),
];

/** @type {(account: ConnectedAccount, show: (account: ConnectedAccount) => void) => HTMLElement[]} */
const connected = ({ label, connected_at, is_own }, show) => [
  h("p", {}, t("connectedSince", { label, time: momentText(connected_at ?? 0) })),
  h(
    "div",
    { class: "row" },
    button(t("signOutHere"), leave, { class: "btn main" }),
    is_own && button(t("signOutAll"), () => signOutEverywhere().then(() => toast(t("signedOutAll")))),
    button(t("disconnectFrom", { label }), () => disconnect().then(show), { class: "btn quiet" }),
  ),
];

/** Sign out in this browser. The first page is then that of a new guest, or the door. */
async function leave() {
  const { sessions: open } = await sessions();
  const here = open.find((each) => each.current);
  if (here) await endSession(here.id);
  keepPlayer(null);
  location.assign("/");
}
