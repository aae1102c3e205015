import { t, variantName } from "../i18n/index.js";
import { h, link } from "../ui/dom.js";
import { nameOf } from "./header.js";
import { phaseText } from "./time.js";

/** @import { ArenaList, ArenaSummary } from "../net/messages.js" */

/** Arenas, and the way to organise one, in a section of this look. @type {(found: ArenaList, look: string, query?: string) => HTMLElement} */
export function arenasSection({ arenas }, look, query = "") {
  const open = arenas.filter(({ phase }) => phase !== "ended");
  const over = arenas.filter(({ phase }) => phase === "ended");
  return h(
    "section",
    { class: `${look} arenas` },
    h("h2", {}, t("arenas")),
    open.length ? arenaList(open) : h("p", { class: "soft" }, t("arenasHelp")),
    over.length > 0 && h("details", {}, h("summary", { class: "small" }, t("endedArenas")), arenaList(over)),
    h("p", { class: "row" }, link(`/arena/new${query}`, t("newArena"), { class: "btn" })),
  );
}

/** @param {ArenaSummary[]} arenas */
const arenaList = (arenas) => h("ul", { class: "list" }, ...arenas.map(item));

/** @param {ArenaSummary} arena */
function item(arena) {
  const { code, entered, minutes, players, variant } = arena;
  const facts = [
    phaseText(arena),
    variantName(variant),
    t("perDeal", { n: minutes }),
    t("playersIn", { n: players }),
  ];
  return h(
    "li",
    { "data-key": code },
    h(
      "span",
      { class: "grow" },
      link(`/arena/${code}`, h("b", {}, nameOf(arena))),
      h("br"),
      h("span", { class: "small soft" }, facts.join(" · ")),
    ),
    entered && h("span", { class: "tag" }, t("entered")),
  );
}
