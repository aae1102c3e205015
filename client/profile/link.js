import { t } from "../i18n/index.js";
import { h, link } from "../ui/dom.js";

/** The name that the server gives to everyone who was deleted; nobody else can have it. */
const DELETED = "deleted player";

/** A player's name, to be read. @type {(name: string) => string} */
export const playerName = (name) => (name === DELETED ? t("deletedPlayer") : name);

/** A player's name with a link to the profile, which a deleted player no longer has. @type {(player: string, name: string) => HTMLElement} */
export const playerLink = (player, name) =>
  name === DELETED ? h("span", { class: "soft" }, playerName(name)) : link(`/p/${player}`, name);
