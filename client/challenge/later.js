import { t } from "../i18n/index.js";
import { me } from "../net/account.js";
import { link } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** Show the own challenges on another page, or nothing without any; with `isWay`, also the way to make one. @param {HTMLElement} element @param {AbortSignal} signal @param {boolean} [isWay] */
export async function showMine(element, signal, isWay = false) {
  if (isWay) void import("../arena/later.js").then(({ showArenas }) => showArenas(element, signal));
  try {
    const [mine, self] = await Promise.all([load(import("./mine.js"), "ui/community.css"), me(signal)]);
    const way = () => link("/challenge/new", t("newChallenge"), { class: "btn" });
    await mine.showMine(element, self.id, signal, ...(isWay ? [way()] : []));
  } catch {
    // The page is of use without.
  }
}
