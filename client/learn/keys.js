import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";

/** The keys of a game, with their meaning. */
export const keyList = () =>
  h(
    "ul",
    {},
    ...t("keyList")
      .split("; ")
      .map((line) => {
        const [keys, meaning] = line.split(/: (?=[^:]*$)/);
        return h("li", {}, h("b", {}, keys), `: ${meaning}`);
      }),
  );
