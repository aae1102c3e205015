import { t } from "../i18n/index.js";
import { self } from "../net/api.js";
import { link } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** Show the own challenges on another page, or nothing without any; with `isWay`, also the way to make one. @param {HTMLElement} element @param {AbortSignal} signal @param {boolean} [isWay] */
export async function showMine(element, signal, isWay = false) {
  if (isWay) void import("../arena/later.js").then(({ showArenas }) => showArenas(element, signal));
  try {
    const [mine, player] = await Promise.all([load(import("./mine.js"), "ui/community.css"), self(signal)]);
    const way = () => link("/challenge/new", t("newChallenge"), { class: "btn" });
    await mine.showMine(element, player?.id ?? "", signal, ...(isWay ? [way()] : []));
  } catch {
    // The page is of use without.
  }
}
