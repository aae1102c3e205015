import { t } from "../i18n/index.js";
import { byId, h, link } from "./dom.js";
import { loadStyles } from "./load.js";

/** @import { ApiError } from "../net/api.js" */

const STYLE = "ui/notice.css";

/** The subject of a notice: each kind goes for a reason of its own. @typedef {"account" | "announcement" | "busy" | "offline"} NoticeKind */

/** Say something above every page, in place of the last notice. Its style is `ui/notice.css`. @param {NoticeKind} kind @param {Child[]} children */
export function showNotice(kind, ...children) {
  byId("notice")?.remove();
  byId("main").before(h("aside", { id: "notice", class: kind }, h("div", { role: "alert" }, ...children)));
}

/** @param {NoticeKind} kind */
export const hideNotice = (kind) => document.querySelector(`#notice.${kind}`)?.remove();

/** The statuses of a server, or an address, that is too busy for now. */
const BUSY = [429, 503];
/** When to ask again, if the answer does not say it. */
const RETRY_AFTER_S = 5;
/** Each wait is so many times as long as the one before, up to a limit (s). */
const GROWTH = 1.5;
const MAX_WAIT_S = 60;
/** The part of a wait by which those of others are longer: not all come back at once. */
const JITTER = 0.5;

/** How long to wait after so many refusals in a row (s): at least as long as the server wants. @type {(retryAfterS: number, refusals: number, random?: () => number) => number} */
export const entryWait = (retryAfterS, refusals, random = Math.random) =>
  Math.max(retryAfterS, Math.min(MAX_WAIT_S, retryAfterS * GROWTH ** refusals)) * (1 + JITTER * random());

/**
 * Come in where the server is too busy to take somebody in, as soon as it does; the notice above the page says so.
 * @param {() => Promise<unknown>} enter @param {ApiError} refusal of the first try
 */
export async function waitToEnter(enter, refusal) {
  await loadStyles(STYLE).catch(() => {
    throw refusal;
  });
  for (let refusals = 0; ; refusals++) {
    const { answer, code } = refusal;
    // Maintenance has a page of its own.
    if (!answer || !BUSY.includes(answer.status) || code === "read_only") throw refusal;
    const waitS = entryWait(Number(answer.headers.get("retry-after")) || RETRY_AFTER_S, refusals);
    showNotice("busy", h("p", t("waitsToEnter", { n: Math.ceil(waitS) })));
    await new Promise((resolve) => setTimeout(resolve, 1000 * waitS));
    hideNotice("busy");
    try {
      await enter();
      return;
    } catch (error) {
      refusal = /** @type {ApiError} */ (error);
    }
  }
}

// Without a network

/** Keep the pages that work without a network in this browser, and lead there when the network goes. */
export async function watchNetwork() {
  await loadStyles(STYLE);
  addEventListener("offline", showOffline);
  addEventListener("online", hideOffline);
  const { lang } = document.documentElement;
  await navigator.serviceWorker?.register(`/service-worker.js?language=${lang}`);
}

/** A race says so itself, and goes on by itself. */
function showOffline() {
  if (document.body.classList.contains("fixed")) return;
  // The modules that this page would load are not kept, but another page is.
  const isKept = !!navigator.serviceWorker?.controller;
  void sayOffline(isKept && link("/practice", t("practiceTitle"), { class: "btn", target: "_self" }));
}

/** Say over the page that there is no network, with a way on. @param {Child} way */
export async function sayOffline(way) {
  await loadStyles(STYLE);
  showNotice("offline", h("p", t("youAreOffline")), way);
}

export const hideOffline = () => hideNotice("offline");
