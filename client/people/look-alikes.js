import { playerName, tagOf } from "./names.js";

/** Letters that look like those before them. The server knows more of them: here, a tag too many does no harm. */
const ALIKE = "aаα@ bвβ cс dԁ eеє hнһη jј kкκ l1iіι|! mмμ nν o0оοσ pрρ s5ѕ$ tтτ uυ xхχ yуγ zζ";
/** @type {Map<string, string>} */
const PLAIN = new Map(ALIKE.split(" ").flatMap(([plain, ...others]) => others.map((each) => [each, plain])));

/** A name in a form that is the same for names that read alike. @type {(name: string) => string} */
export const folded = (name) => {
  const known = foldedNames.get(name);
  if (known !== undefined) return known;
  const form = fold(name);
  foldedNames.set(name, form);
  return form;
};

/** The names that were folded: with each line of a chat, the names of all lines are compared anew. @type {Map<string, string>} */
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
