import { face } from "../board/card.js";
import { t, variantHelp, variantName } from "../i18n/index.js";
import { findCard, suit } from "../rules/cards.js";
import { VARIANTS } from "../rules/variants.js";
import { byId, h, link, suitIcon } from "../ui/dom.js";

/** @import { Page } from "../ui/router.js" */
/** The rules, the variants, the keys. @param {Page} page */
export default function howToPlayScreen({ shell }) {
  shell.title(t("how"));
  byId("main").append(
    h(
      "div",
      { class: "page" },
      h(
        "article",
        { class: "panel prose" },
        h("h1", {}, t("how")),
        h("p", {}, t("how1")),
        example("7H", "8H", "KS"),
        h("p", {}, t("how2")),
        h("p", {}, t("how3")),
        h("p", {}, t("how4")),
        h("h2", {}, t("howRace")),
        h("p", {}, t("how5")),
        h("p", {}, t("how6"), " ", link("/verify", t("verify"))),
        h("h2", {}, t("variants")),
        h(
          "dl",
          { class: "stack" },
          ...VARIANTS.flatMap(({ name }) => [
            h(
              "div",
              {},
              h("dt", {}, h("b", {}, variantName(name))),
              h("dd", { class: "soft" }, variantHelp(name)),
            ),
          ]),
        ),
        h("h2", {}, t("keys")),
        h(
          "ul",
          {},
          ...t("keyList")
            .split("; ")
            .map((line) => h("li", {}, line)),
        ),
      ),
    ),
  );
}

/** A card, the gap that takes the next one, a King and the dead gap after it. @type {(left: string, wanted: string, king: string) => HTMLElement} */
function example(left, wanted, king) {
  const card = (/** @type {string} */ name) =>
    h("div", { class: `suit-${suit(findCard(name) ?? 0)}` }, face(findCard(name) ?? 0));
  const open = h(
    "div",
    { class: "slot" },
    h("span", { class: "wanted" }, h("b", {}, wanted[0]), suitIcon(suit(findCard(wanted) ?? 0))),
  );
  const dead = h("div", { class: "slot dead" }, h("span", { class: "wanted" }));
  return h(
    "div",
    { class: "fan sample", role: "img", "aria-label": t("sample") },
    card(left),
    open,
    card(king),
    dead,
  );
}
