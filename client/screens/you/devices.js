import { t } from "../../i18n/index.js";
import { signInBy, signInLink, signOutEverywhere } from "../../net/account.js";
import { call, now, request } from "../../net/api.js";
import { openDialog } from "../../ui/dialog.js";
import { button, byId, h } from "../../ui/dom.js";
import { copied, lineField, lineForm } from "../../ui/fields.js";
import { momentText } from "../../ui/format.js";
import { choice, formOf, labelled } from "../../ui/forms.js";
import { about, folded, note, panelPage, row, stack } from "../../ui/parts.js";
import { keepPlayer } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { toast } from "../../ui/say.js";
import { every } from "../../ui/timers.js";

/** A row of a list of devices: its name, a fact about it, and a button. @param {string} device @param {string} fact @param {HTMLElement | false} action */
export const deviceRow = (device, fact, action) =>
  h("li", about(h("b", device || t("unknownDevice")), fact), action);

/** Takes a code from another device, and becomes its player. @param {() => unknown} showAnew shows this place to the new player @param {string} [code] */
export function codeForm(showAnew, code = "") {
  const field = lineField(t("recoveryCode"), { value: code });
  const send = async (/** @type {string} */ typed) => {
    const player = await signInBy(typed);
    keepPlayer(player);
    document.getElementById("notice")?.remove();
    await showAnew();
    toast(t("youAre", player));
  };
  return lineForm(field, t("takeCode"), send, "btn main");
}

const LOOK_MS = 3000;

/** Show a code that signs another device in, and tell when that has happened. */
export async function openAddDevice() {
  const [known, made] = await Promise.all([request("GET me/sessions"), call("POST me/device-code")]);
  const place = h("div.stack", { "aria-live": "polite" }, ...offer(made));
  const dialog = openDialog(t("addDevice"), place);
  if (!dialog.isConnected) return;
  const end = new AbortController();
  dialog.addEventListener("close", () => end.abort());
  const ids = known.sessions.map(({ id }) => id);
  const again = () => {
    dialog.close();
    return openAddDevice();
  };
  const look = async () => {
    const added = (await request("GET me/sessions")).sessions.find(({ id }) => !ids.includes(id));
    if (!added && now() < made.ends_at) return;
    end.abort();
    place.replaceChildren(
      ...(added
        ? news(added, dialog)
        : [h("p", t("deviceCodeEnded")), row(button(t("newDeviceCode"), again, "btn main"))]),
    );
  };
  every(LOOK_MS, () => look().catch(() => {}), end.signal); // without the server: next time
}

/** @param {wire.DeviceCode} made */
const offer = ({ code, link, qr }) => [
  note(t("addDeviceHelp", { link: `${location.host}/device` })),
  h(
    "div.qr",
    { role: "img", "aria-label": t("qr") },
    new DOMParser().parseFromString(qr, "image/svg+xml").documentElement, // the server's own drawing, which is no file
  ),
  h("p", h("output.code", { "aria-label": t("deviceCode") }, code)),
  copied(link, t("deviceLink")),
];

/** @type {(added: wire.OpenSession, dialog: HTMLDialogElement) => HTMLElement[]} */
const news = ({ id, device }, dialog) => [
  h("p", t("deviceAdded", { device: device || t("unknownDevice") })),
  row(button(t("endSession"), () => request("DELETE me/sessions/{id}", { id }).then(() => dialog.close()))),
];

/** Show where the player is signed in; each session but this one can be ended. */
export async function openSessions() {
  const list = h("ul.list");
  const show = (/** @type {wire.OpenSession[]} */ all) =>
    list.replaceChildren(...all.map((each) => item(each, show)));
  show((await request("GET me/sessions")).sessions);
  openDialog(t("sessionsTitle"), list, newToken(show));
}

/** The form that makes a token for a program, and shows it once. @param {(all: wire.OpenSession[]) => void} show */
function newToken(show) {
  const scopeText = (/** @type {string} */ each) => t(each === "play" ? "tokenPlays" : "tokenReads");
  const made = h("output");
  const make = async (/** @type {wire.NewProgramToken} */ values) => {
    const { token } = await request("POST me/tokens", values);
    made.replaceChildren(h("p", t("tokenMade")), copied(token, t("tokenTitle")));
    show((await request("GET me/sessions")).sessions);
  };
  const fields = [
    note(t("tokenHelp")),
    labelled(t("tokenName"), h("input", { name: "name", maxlength: 40, required: true })),
    choice(t("tokenScope"), "scope", ["play", "read"], scopeText),
  ];
  return folded(t("tokenTitle"), formOf(fields, t("tokenMake"), make), made);
}

/** @type {(session: wire.OpenSession, show: (all: wire.OpenSession[]) => void) => HTMLElement} */
function item({ id, device, seen_at, current }, show) {
  const end = () => request("DELETE me/sessions/{id}", { id }).then((left) => show(left.sessions));
  return deviceRow(
    device,
    current ? t("thisDevice") : t("seenAt", { time: momentText(seen_at) }),
    !current && button(t("endSession"), end, "btn", device),
  );
}

/** Show whether the player signs in by the provider: then it can sign out here, or be disconnected. */
export async function openSignIn() {
  const place = stack();
  const show = (/** @type {wire.ConnectedAccount} */ account) =>
    place.replaceChildren(...parts(account, show));
  const account = await request("GET me/account");
  show(account);
  openDialog(account.label, place);
}

/** @type {(account: wire.ConnectedAccount, show: (account: wire.ConnectedAccount) => void) => HTMLElement[]} */
function parts({ label, connected_at, is_own }, show) {
  if (!connected_at)
    return [
      note(t("connectHelp", { label })),
      row(h("a.btn.main", { href: signInLink() }, t("connectWith", { label }))),
    ];
  const leaveAll = () => signOutEverywhere().then(() => toast(t("signedOutAll")));
  return [
    h("p", t("connectedSince", { label, time: momentText(connected_at) })),
    row(
      button(t("signOutHere"), leave, "btn main"),
      is_own && button(t("signOutAll"), leaveAll),
      button(t("disconnectFrom", { label }), () => call("DELETE me/account").then(show), "btn quiet"),
    ),
  ];
}

/** Sign out in this browser. The first page is then that of a new guest, or the door. */
async function leave() {
  const { sessions: open } = await request("GET me/sessions");
  const here = open.find((each) => each.current);
  if (here) await request("DELETE me/sessions/{id}", { id: here.id });
  keepPlayer(null);
  location.assign("/");
}

/** Where the link of a code for this device leads: it is used when its owner confirms it. @param {Page} page */
export default function deviceScreen({ shell }) {
  shell.title(t("deviceHere"));
  const form = codeForm(() => go("/"), location.hash.slice(1));
  byId("main").append(panelPage(t("deviceHere"), h("p", t("deviceHereHelp")), form));
}
