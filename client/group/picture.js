import { h, suitIcon } from "../ui/dom.js";

/** @import { Group } from "../net/messages.js" */

const SUITS = 4;
/** Where a suit can lie, as a share of the width and of the height. */
const PLACES = [0.08, 0.5, 0.92];

/** The picture of a group, drawn from its name: initials over three suits. @param {Pick<Group, "name" | "colour">} group */
export function groupPicture({ name, colour = "green" }) {
  let hash = hashOf(name);
  const next = (/** @type {number} */ n) => {
    const drawn = hash % n;
    hash = Math.floor(hash / n);
    return drawn;
  };
  const suits = PLACES.map((left) => {
    const suit = h("span", { "--x": left, "--y": PLACES[next(PLACES.length)] });
    suit.append(suitIcon(next(SUITS)));
    return suit;
  });
  return h(
    "span",
    { class: "group-picture", "data-colour": colour, "aria-hidden": "true" },
    ...suits,
    h("b", {}, initials(name)),
  );
}

/** The first letters of the first two words. @param {string} name */
const initials = (name) =>
  name
    .split(" ")
    .slice(0, 2)
    .map((word) => [...word][0])
    .join("")
    .toUpperCase();

/** FNV-1a, 32 bits (RFC 9923). @param {string} text */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
