import { signed, t } from "../i18n/index.js";
import { h, link } from "../ui/dom.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What tells players of one name apart, "7K2Q": the first 20 bits of the id. Empty for a bot. @param {string} player */
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

/** Letters that look like those before them. The server knows more of them: here, a tag too many does no harm. */
const ALIKE = [
  "aаα@",
  "bвβ",
  "cс",
  "dԁ",
  "eеє",
  "hнһη",
  "jј",
  "kкκ",
  "l1iіι|!",
  "mмμ",
  "nν",
  "o0оοσ",
  "pрρ",
  "s5ѕ$",
  "tтτ",
  "uυ",
  "xхχ",
  "yуγ",
  "zζ",
];
/** @type {Map<string, string>} */
const PLAIN = new Map(ALIKE.flatMap(([plain, ...others]) => others.map((each) => [each, plain])));

/** A name in a form that is the same for names that read alike. @type {(name: string) => string} */
export const folded = (name) => {
  const known = foldedNames.get(name);
  if (known !== undefined) return known;
  const form = fold(name);
  foldedNames.set(name, form);
  return form;
};

/** Those that were folded: with each line of a chat, the names of all lines are compared anew. @type {Map<string, string>} */
const foldedNames = new Map();

/** @param {string} name */
const fold = (name) =>
  [...name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()]
    .map((letter) => PLAIN.get(letter) ?? letter)
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");

/** The ids of those whose names read like the name of somebody else among them. @param {Iterable<Named>} people @returns {Set<string>} */
export function namesakes(people) {
  /** @type {Map<string, Set<string>>} */
  const ids = new Map();
  for (const { name, player } of people) {
    const key = folded(name);
    ids.set(key, (ids.get(key) ?? new Set()).add(player));
  }
  return new Set([...ids.values()].filter((each) => each.size > 1).flatMap((each) => [...each]));
}

/** A name with its tag, "Anna #7K2Q", if it is needed. @type {(person: Named, alike: Set<string>) => string} */
export const labelOf = ({ name, player }, alike) =>
  alike.has(player) && tagOf(player) ? `${playerName(name)} #${tagOf(player)}` : playerName(name);

/** How many colours players have. */
const COLOURS = 10;
/** From a colour that is taken to the one that is tried next: not its neighbour. */
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
