import { t } from "../i18n/index.js";
import { deviceCode, endSession, sessions } from "../net/account.js";
import { now } from "../net/api.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { every } from "../ui/timers.js";

/** @import { DeviceCode, OpenSession } from "../net/messages.js" */

const LOOK_MS = 3000;

/** Show a code that signs another device in, and tell when that has happened. */
export async function openAddDevice() {
  const [known, made] = await Promise.all([sessions(), deviceCode()]);
  const place = h("div", { class: "stack", "aria-live": "polite" }, ...offer(made));
  const dialog = openDialog(t("addDevice"), place);
  if (!dialog.isConnected) return;
  const end = new AbortController();
  dialog.addEventListener("close", () => end.abort());
  const ids = known.sessions.map(({ id }) => id);
  const look = async () => {
    const added = (await sessions()).sessions.find(({ id }) => !ids.includes(id));
    if (!added && now() < made.ends_at) return;
    end.abort();
    place.replaceChildren(...(added ? news(added, dialog) : ended(dialog)));
  };
  every(LOOK_MS, () => look().catch(() => {}), end.signal); // without the server: next time
}

/** @param {DeviceCode} made */
const offer = ({ code, link, qr }) => [
  h("p", { class: "small soft" }, t("addDeviceHelp", { link: `${location.host}/device` })),
  picture(qr),
  h("p", {}, h("output", { class: "code", "aria-label": t("deviceCode") }, code)),
  h("input", { readonly: true, value: link, "aria-label": t("deviceLink") }),
];

/** The server's own drawing, which is no file. @param {string} svg */
function picture(svg) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return h("div", { class: "qr", role: "img", "aria-label": t("qr") }, drawing);
}

/** @type {(added: OpenSession, dialog: HTMLDialogElement) => HTMLElement[]} */
const news = ({ id, device }, dialog) => [
  h("p", {}, t("deviceAdded", { device: device || t("unknownDevice") })),
  h(
    "div",
    { class: "row" },
    button(t("endSession"), () => endSession(id).then(() => dialog.close())),
  ),
];

/** @param {HTMLDialogElement} dialog */
const ended = (dialog) => [
  h("p", {}, t("deviceCodeEnded")),
  h(
    "div",
    { class: "row" },
    button(
      t("newDeviceCode"),
      () => {
        dialog.close();
        return openAddDevice();
      },
      { class: "btn main" },
    ),
  ),
];
