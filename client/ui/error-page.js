import { t, tOr } from "../i18n/index.js";
import { button, h, link } from "./dom.js";
import { reasonText } from "./error-texts.js";
import { loadStyles } from "./load.js";
import { panelPage } from "./parts.js";

/** The buttons of an error page by the code of the error, besides the one to the first page. @type {{ [code: string]: () => Child }} */
const WAYS_OUT = {
  sealed_daily: () => link("/daily", t("daily"), "btn main"),
  unknown_protocol: () => button(t("reload"), () => location.reload(), "btn main"),
};

/**
 * Return a page that says why there is nothing to show, and where to go on.
 * @param {any} error @param {Child[]} ways
 */
export async function errorPage(error, ...ways) {
  const { code = "", message = String(error) } = error;
  await loadStyles("ui/page.css");
  const page = panelPage(
    tOr(`title_${code}`, t("sorry")),
    h("p", reasonText(code, message)),
    h("p.row", WAYS_OUT[code]?.(), ...ways, link("/", t("home"), "btn")),
  );
  page.firstElementChild?.classList.add("empty");
  return page;
}
