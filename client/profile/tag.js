import { signed } from "../i18n/index.js";
import { h } from "../ui/dom.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What tells players of one name apart, "7K2Q": the first 20 bits of the id. Empty for a bot. @param {string} player */
export function tagOf(player) {
  const bits = Number(`0x${player.slice(0, 5)}`);
  return bits >= 0 ? [15, 10, 5, 0].map((shift) => ALPHABET[(bits >> shift) & 31]).join("") : "";
}

/** The tag behind a name, small and quiet, with the space between them. @param {string} player */
export const playerTag = (player) =>
  tagOf(player) && h("small", { class: "soft" }, ` ${signed(`#${tagOf(player)}`)}`);
