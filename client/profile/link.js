import { t } from "../i18n/index.js";
import { h, link } from "../ui/dom.js";

/** What the server calls everyone who was deleted; nobody else can be called that. */
const DELETED = "deleted player";

/** A person's name, to be read. @type {(name: string) => string} */
export const personText = (name) => (name === DELETED ? t("deletedPlayer") : name);

/** A person's name with the way to the page, which a deleted one has no longer. @type {(player: string, name: string) => HTMLElement} */
export const personLink = (player, name) =>
  name === DELETED ? h("span", { class: "soft" }, personText(name)) : link(`/p/${player}`, name);
