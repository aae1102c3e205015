import { signed, t } from "../i18n/index.js";
import { h, link } from "../ui/dom.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The tag that tells players of one name apart, "7K2Q": the first 20 bits of the id. Empty for a bot. @param {string} player */
export function tagOf(player) {
  const bits = Number(`0x${player.slice(0, 5)}`);
  return bits >= 0 ? [15, 10, 5, 0].map((shift) => ALPHABET[(bits >> shift) & 31]).join("") : "";
}

/** The tag behind a name, small and quiet, with the space between them. @param {string} player */
export const playerTag = (player) => tagOf(player) && h("small.soft", ` ${signed(`#${tagOf(player)}`)}`);

/** The name that the server gives to everyone who was deleted; nobody else can have it. */
const DELETED = "deleted player";
/** The one that it gives to those whose recorded games have no name. */
const UNNAMED = "A player";

/** A player's name, to be read. @type {(name: string) => string} */
export const playerName = (name) =>
  name === DELETED ? t("deletedPlayer") : name === UNNAMED ? t("somebody") : name;

/** A player's name with a link to the profile, which a deleted player no longer has. @type {(player: string, name: string) => HTMLElement} */
export const playerLink = (player, name) =>
  name === DELETED ? h("span.soft", playerName(name)) : link(`/p/${player}`, name);

/** Somebody's id and name. @typedef {{ player: string, name: string }} Named */

/** How many colours players have. */
const COLOURS = 10;
/** The step from a colour that is taken to the one that is tried next: not its neighbour. */
const NEXT_COLOUR = 3;

/**
 * The colours of people, 0 to 9, in the order in which they came: that of their id, or the next one that is free. So a player keeps one
 * from the lobby to the page of the race.
 * @type {(players: string[]) => Map<string, number>}
 */
export function playerColours(players) {
  const colours = new Map();
  for (const [i, player] of players.entries()) {
    const taken = [...colours.values()].slice(i - (i % COLOURS));
    let colour = Number(`0x${player.slice(0, 5)}`) % COLOURS || 0;
    while (taken.includes(colour)) colour = (colour + NEXT_COLOUR) % COLOURS;
    colours.set(player, colour);
  }
  return colours;
}

/** The hue of a colour, in degrees, for `--hue`. @type {(colour: number) => string} */
export const hueOf = (colour) => String((360 / COLOURS) * colour);
