import { t, variantName } from "../../i18n/index.js";
import { keyList, rules } from "../../learn/rules.js";
import { VARIANTS } from "../../rules/variants.js";
import { variantHelp } from "../../scores/deals.js";
import { byId, h, link } from "../../ui/dom.js";

/** The rules, scoring, races, the variants, the keys. @param {Page} page */
export default function howToPlayScreen({ shell, signal }) {
  shell.title(t("how"));
  byId("main").append(
    h(
      "div.page",
      h(
        "article.panel.prose",
        h("h1", t("how")),
        rules(signal),
        h("h2", t("scoring")),
        h("p", t("how4")),
        h("h2", t("howRace")),
        h("p", t("how5")),
        h("p", t("how6"), " ", link("/verify", t("verify"))),
        h("h2", t("variants")),
        h(
          "dl.stack",
          ...VARIANTS.map(({ name }) =>
            h("div", h("dt", h("b", variantName(name))), h("dd.soft", variantHelp(name))),
          ),
        ),
        h("h2", t("keys")),
        keyList(),
      ),
    ),
  );
}
