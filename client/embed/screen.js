import { byId, h, siteName } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** @import { Page } from "../ui/router.js" */

/**
 * Something of this site in a page of another: it can be looked at, and every link opens a page of its own. Nothing in it
 * changes anything, so a page that lies over it wins nothing.
 * @param {Page} page @param {string} kind @param {string} id
 */
export default async function embedScreen({ shell, signal }, kind, id) {
  const root = document.documentElement;
  const main = byId("main");
  root.classList.add("embed");
  document.body.classList.remove("fixed");
  signal.addEventListener("abort", () => root.classList.remove("embed"), { once: true });
  main.addEventListener("click", openOutside, { capture: true, signal });
  const { notFound, VIEWS } = await load(import("./views.js"), "ui/page.css", "embed/embed.css");
  const view = VIEWS[/** @type {keyof typeof VIEWS} */ (kind)] ?? notFound;
  const { title, path, parts } = await view(id, signal);
  if (signal.aborted) return;
  shell.title(title);
  main.append(
    h(
      "div",
      { class: "page embedded race-page" },
      h("h1", {}, h("a", { href: path }, title)),
      ...parts,
      h("p", { class: "small soft" }, h("a", { href: path }, siteName())),
    ),
  );
}

/** @param {MouseEvent} event */
function openOutside(event) {
  const anchor = /** @type {Element} */ (event.target).closest("a");
  if (!anchor) return;
  event.preventDefault();
  event.stopPropagation();
  open(anchor.href, "_blank", "noopener");
}
