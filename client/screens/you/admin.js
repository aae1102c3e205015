import { t } from "../../i18n/index.js";
import { byId, h } from "../../ui/dom.js";
import { lineField, lineForm } from "../../ui/fields.js";
import { loadStyles } from "../../ui/load.js";
import { moderation } from "./moderation.js";

/** Where the token stays until the tab is closed. */
const KEPT = "gaprace.admin";
const OWNER = "owner:";

/** The page of the owner and of moderators, by their token: the owner's link has it after the `#`. @param {Shell} shell */
export default async function adminScreen(shell) {
  await loadStyles("ui/page.css");
  const given = decodeURIComponent(location.hash.slice(1));
  if (given) history.replaceState(null, "", location.pathname);
  const place = h("div.page.two-columns.equal");
  const token = given || sessionStorage.getItem(KEPT);
  byId("main").append(place);
  shell.title(t("adminTitle"));
  await (token ? show(place, token).catch(() => ask(place)) : ask(place));
}

/** @param {HTMLElement} place */
function ask(place) {
  const token = lineField(t("adminToken"), { type: "password", autocomplete: "current-password" });
  const open = (/** @type {string} */ value) => show(place, value.trim());
  place.replaceChildren(
    h("h1.full-width", t("adminTitle")),
    h("div.full-width", lineForm(token, t("adminOpen"), open, "btn main")),
  );
}

/** @param {HTMLElement} place @param {string} token */
async function show(place, token) {
  const queue = h("div.stack.full-width");
  await moderation(queue, token);
  const own = token.startsWith(OWNER) && (await import("./site.js").then(({ ownSite }) => ownSite(token)));
  sessionStorage.setItem(KEPT, token);
  place.replaceChildren(
    h("h1.full-width", t(own ? "ownerTitle" : "adminTitle")),
    ...(own ? [...own, h("h1.full-width", t("adminTitle"))] : []),
    queue,
  );
}
