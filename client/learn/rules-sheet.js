import { t } from "../i18n/index.js";
import { openDialog } from "../ui/dialog.js";
import { h, link } from "../ui/dom.js";
import { loadStyles } from "../ui/load.js";
import { keyList } from "./keys.js";
import { rules } from "./rules.js";

/** Open the rules over whatever is on the screen. */
export async function openRules() {
  await loadStyles("board/board.css", "learn/learn.css");
  if (document.querySelector("dialog[open]")) return;
  const closing = new AbortController();
  // A game goes on behind it, so the page with more does not take its place.
  const isInGame = document.body.classList.contains("fixed");
  const dialog = openDialog(
    t("how"),
    rules(closing.signal),
    h("div", { class: "keys stack" }, h("h2", {}, t("keys")), keyList()),
    h("p", {}, link("/how", t("moreRules"), isInGame ? { target: "_blank" } : {})),
  );
  dialog.classList.add("prose");
  dialog.addEventListener("close", () => closing.abort());
}
