import { t } from "../i18n/index.js";
import { byId, h, link } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** Keep what works without a network in this browser, and lead there when the network goes. */
export async function watchNetwork() {
  await load(Promise.resolve(), "practice", "profile/notice.css");
  addEventListener("offline", showOffline);
  addEventListener("online", hideOffline);
  const { lang } = document.documentElement;
  await navigator.serviceWorker?.register(`/service-worker.js?language=${lang}`);
}

/** A race says so itself, and goes on by itself. */
function showOffline() {
  if (document.body.classList.contains("fixed")) return;
  const way = link("/practice", t("practiceTitle"), { class: "btn main" });
  way.addEventListener("click", hideOffline);
  void sayOffline(way);
}

/** Say over the page that there is no network, with a way on. @param {Node} way */
export async function sayOffline(way) {
  await load(Promise.resolve(), "practice", "profile/notice.css");
  byId("notice")?.remove();
  const says = h("div", { role: "alert" }, h("p", {}, t("youAreOffline")), way);
  byId("main").before(h("aside", { id: "notice", class: "offline" }, says));
}

export const hideOffline = () => document.querySelector("#notice.offline")?.remove();
