import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";

/** A bar, with the number; ✓ and ✗ are proven. @type {(chance: number | null) => HTMLElement} */
export function chanceCell(chance) {
  if (chance === null) return h("span", { class: "chance" });
  const percent = Math.round(100 * chance);
  const isProven = chance === 0 || chance === 1;
  const spoken = isProven ? t(chance ? "winProven" : "lossProven") : t("winChance", { percent });
  return h(
    "span",
    { class: `chance${isProven ? " proven" : ""}`, title: spoken, "--win": `${percent}%` },
    h("span", { class: "numbers", "aria-hidden": "true" }, isProven ? (chance ? "✓" : "✗") : `${percent}%`),
    h("span", { class: "bar", "aria-hidden": "true" }),
    h("span", { class: "visually-hidden" }, spoken),
  );
}
