import { byId, h } from "../ui/dom.js";
import { load } from "../ui/load.js";
import { onAbort } from "../ui/timers.js";
import { overlayOptions } from "./parts.js";

/** @import { Page } from "../ui/router.js" */

/** A race over somebody's stream: nothing but the wanted parts on a transparent page, and never the code of the room. @param {Page} page @param {string} code */
export default async function overlayScreen({ shell, signal }, code) {
  const { parts, theme } = overlayOptions(new URLSearchParams(location.search));
  const root = document.documentElement;
  const before = root.dataset.theme;
  shell.title("");
  root.classList.add("on-stream");
  Object.assign(root.dataset, { theme: theme === "light" ? "light" : "dark", overlay: theme });
  onAbort(signal, () => {
    root.classList.remove("on-stream");
    if (before) root.dataset.theme = before;
    else delete root.dataset.theme;
  });
  const { Overlay } = await load(
    import("./overlay.js"),
    "ui/page.css",
    "board/board.css",
    "board/watched.css",
    "broadcast/broadcast.css",
    "broadcast/surroundings.css",
    "audience/reactions.css",
    "overlay/overlay.css",
  );
  if (signal.aborted) return;
  const heading = h("h1", { class: "visually-hidden" }, document.title);
  byId("main").append(heading, new Overlay(code.toUpperCase(), parts, signal).element);
}
