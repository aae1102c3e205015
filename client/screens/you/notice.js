import { t } from "../../i18n/index.js";
import { call, request, self } from "../../net/api.js";
import { button, byId, h } from "../../ui/dom.js";
import { localDayText } from "../../ui/format.js";
import { load, loadStyles } from "../../ui/load.js";
import { hideNotice, showNotice, watchNetwork } from "../../ui/notice.js";
import { isMarked, keepPlayer, knownPlayer, markSeen, read, write } from "../../ui/preferences.js";
import { refresh } from "../../ui/router.js";
import { toast, toastProblem } from "../../ui/say.js";
import { shell } from "../../ui/shell.js";

/** @import { NoticeKind } from "../../ui/notice.js" */

const CHECK_INTERVAL_MS = 5 * 60 * 1000;
/** Coming back to the page checks again, but not more often than this. */
const MIN_CHECK_INTERVAL_MS = 30 * 1000;

/** The announcement that was closed in this browser. */
const CLOSED = "gaprace.announcement";

/** Open the decisions of moderators about the player. */
export const openDecisionsLater = async () =>
  (await load(import("./decisions.js"), "ui/page.css")).openDecisions();

/** Pages that are shown within something else: they have no account to speak of. */
const WITHIN = /^\/(overlay|embed)\//;

/** Tell the owner of the account, on every page, when someone else may be at it. */
export function watchAccount() {
  if (WITHIN.test(location.pathname)) return;
  watchNetwork().catch(() => {}); // no network, or a browser that keeps nothing
  let checkedAt = -Infinity;
  const check = (/** @type {number} */ interval) => {
    if (document.hidden || performance.now() - checkedAt < interval) return;
    checkedAt = performance.now();
    checkAccount().catch(() => {}); // the server cannot be reached: next time
  };
  check(0);
  setInterval(() => check(0), CHECK_INTERVAL_MS);
  addEventListener("notice", (event) => void hear(/** @type {CustomEvent<wire.Notice>} */ (event).detail));
  document.addEventListener("visibilitychange", () => check(MIN_CHECK_INTERVAL_MS));
}

async function checkAccount() {
  // Nothing is stored for now: `document.py` says so.
  if (document.querySelector("meta[name=read-only]"))
    return byId("notice") ?? show(() => [h("p", t("readOnly"))]);
  const current = await self();
  if (hasSignedIn()) keepPlayer(current);
  const known = knownPlayer();
  if (known && known.id !== current?.id && (await exists(known.id)))
    return show(() => [
      h("p", t("signedOut", { name: known.name })),
      button(t("stayGuest"), () => dismiss(() => keepPlayer(current))),
      button(t("signInAgain"), () => shell.openSettings(true), "btn main"),
    ]);
  if (current) keepPlayer(current);
  if (current && (isMarked("challenges") || isMarked("groups")))
    await (await import("../race/challenges.js")).countWaiting();
  if (current && read("gaprace.push")) await (await import("../../push/subscription.js")).keepUp(current.id);
  const until = current?.recovery_waits_until;
  if (until && until !== known?.seen)
    await show(() => [
      h("p", t("codeRequested", { date: localDayText(until) })),
      button(t("wasMe"), () => dismiss(() => markSeen(until))),
      button(t("withdrawCode"), withdraw, "btn main"),
    ]);
  else if (current?.unread_decisions)
    await show(() => [
      h("p", t("decided")),
      button(t("readIt"), () => dismiss(openDecisionsLater), "btn main"),
    ]);
  else if (current?.announcement && isNew(current.announcement)) await showAnnounced(current.announcement);
  // An announcement that a room has heard of meanwhile stays until it is closed.
  else hideNotice("account");
}

/** Whether the visitor has just come from the provider, as another player: see `pages/sign_in.py`. */
function hasSignedIn() {
  if (location.hash !== "#signed-in") return false;
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}

/** Whether a player has not been deleted. @param {string} id */
const exists = (id) =>
  request("GET players/{id}", { id }, { signal: AbortSignal.timeout(MIN_CHECK_INTERVAL_MS) }).then(
    () => true,
    () => false,
  );

/** @param {string} text */
const isNew = (text) => read(CLOSED) !== text;

/** Show a notice of a room's server, besides the screen of the room: to everyone, unless that was closed or the account needs attention. @param {wire.Notice} notice */
async function hear({ code, message }) {
  if (code === "removed") await toastProblem(code, message);
  const { className = "announcement" } = byId("notice") ?? {};
  if (code === "announcement" && isNew(message) && className === "announcement") await showAnnounced(message);
}

/** @param {string} text */
const showAnnounced = (text) =>
  show(() => [h("p", text), button(t("close"), () => dismiss(() => write(CLOSED, text)))], "announcement");

async function withdraw() {
  await call("DELETE me/recovery");
  hideNotice("account");
  toast(t("codeWithdrawn"));
  if (location.pathname.startsWith("/p/")) void refresh();
}

/** @param {() => unknown} note */
function dismiss(note) {
  byId("notice")?.remove();
  return note();
}

/** @param {() => Child[]} content made when its texts are there @param {NoticeKind} [kind] */
async function show(content, kind = "account") {
  await loadStyles("ui/notice.css");
  showNotice(kind, ...content());
}
