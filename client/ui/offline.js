import { t } from "../i18n/index.js";
import { h, link } from "./dom.js";
import { loadStyles } from "./load.js";
import { hideNotice, showNotice } from "./notice.js";

/** Keep what works without a network in this browser, and lead there when the network goes. */
export async function watchNetwork() {
  await loadStyle();
  addEventListener("offline", showOffline);
  addEventListener("online", hideOffline);
  const { lang } = document.documentElement;
  await navigator.serviceWorker?.register(`/service-worker.js?language=${lang}`);
}

/** It has to be there before the network goes. */
const loadStyle = () => loadStyles("ui/notice.css");

/** A race says so itself, and goes on by itself. */
function showOffline() {
  if (document.body.classList.contains("fixed")) return;
  // What this page would load is not kept, but another page is.
  const isKept = !!navigator.serviceWorker?.controller;
  void sayOffline(isKept && link("/practice", t("practiceTitle"), { class: "btn", target: "_self" }));
}

/** Say over the page that there is no network, with a way on. @param {Child} way */
export async function sayOffline(way) {
  await loadStyle();
  showNotice("offline", h("p", t("youAreOffline")), way);
}

export const hideOffline = () => hideNotice("offline");
