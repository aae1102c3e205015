import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import test from "node:test";

/** @typedef {Map<string, string>} Sources the text of each module, by its path in the client */

const CLIENT = new URL("../../client/", import.meta.url);
const GUIDE = new URL("../../docs/contributing.md", import.meta.url);
/** `import ... from "./x.js"`, `import("./x.js")`, and the types of `@import`. */
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.js)"/g;
const TYPES = /@import[^"]*"[^"]*"|\{[^{}\n]*\bimport\("[^"]*"\)/g;
/** A word of `words.d.ts`, with the module that describes it. */
const WORD = /^type (\w+) = import\("\.\/([^"]+)"\)/gm;
/** What says a type: the braces of a tag. */
const TYPED = /@(?:type|param|typedef|template|returns|property|implements)\b[^\n]*/g;
/** Made of the languages, not of imports. */
const TEXTS = /^i18n\/[a-z]{2}\.js$/;

/** The modules of the client. @returns {Sources} */
const modules = () =>
  new Map(
    readdirSync(CLIENT, { recursive: true })
      .map((path) => String(path).replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".js") && !/(^|\/)node_modules\//.test(path) && !TEXTS.test(path))
      .map((path) => [path, readFileSync(new URL(path, CLIENT), "utf8")]),
  );

/** The folders of each floor, from the lowest one up, as the table in the guide has them. @param {string} guide */
function floorsOf(guide) {
  const [, table = ""] = guide.match(/\| floor \| folders .*\n\| --- .*\n((?:\|.*\n)+)/) ?? [];
  return table
    .trim()
    .split("\n")
    .map((row) => [...row.split("|")[2].matchAll(/`([\w.-]+)\/?`/g)].map(([, folder]) => folder));
}

/** What a module imports. @type {(path: string, text: string) => string[]} */
const importsOf = (path, text) => [
  ...new Set([...text.matchAll(IMPORT)].map(([, to]) => posix.join(posix.dirname(path), to))),
];

/** The modules that describe the words that a module says. @type {(text: string, words: Map<string, string>) => string[]} */
const wordsOf = (text, words) => {
  const said = new Set((text.match(TYPED) ?? []).join(" ").match(/\b[A-Z]\w+/g));
  return [...words].filter(([word]) => said.has(word)).map(([, module]) => module);
};

/** The first folder of a path; of a module outside of all folders, its own name. @param {string} path */
const folderOf = (path) => path.split("/")[0];

/** The imports from a folder that is not below the own one, types and words included. @type {(sources: Sources, floors: string[][], words?: Map<string, string>) => string[]} */
function upward(sources, floors, words = new Map()) {
  const heightOf = (/** @type {string} */ path) => floors.findIndex((each) => each.includes(folderOf(path)));
  return [...sources].flatMap(([path, text]) =>
    [...new Set([...importsOf(path, text), ...wordsOf(text, words)])]
      .filter((to) => folderOf(to) !== folderOf(path) && !(heightOf(to) < heightOf(path)))
      .map((to) => `${path} -> ${to}`),
  );
}

/** A circle of modules that import each other, now or later; [] if there is none. @param {Sources} sources @returns {string[]} */
function circle(sources) {
  const done = new Set();
  /** @type {(path: string, way: string[]) => string[]} */
  const visit = (path, way) => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    const text = sources.get(path);
    if (done.has(path) || text === undefined) return [];
    for (const to of importsOf(path, text.replace(TYPES, ""))) {
      const found = visit(to, [...way, path]);
      if (found.length) return found;
    }
    done.add(path);
    return [];
  };
  for (const path of sources.keys()) {
    const found = visit(path, []);
    if (found.length) return found;
  }
  return [];
}

const FLOORS = floorsOf(readFileSync(GUIDE, "utf8"));
const WORDS = new Map(
  Array.from(readFileSync(new URL("words.d.ts", CLIENT), "utf8").matchAll(WORD), ([, word, module]) => [
    word,
    module,
  ]),
);

test("every folder of the client has its floor", () => {
  const folders = new Set([...modules().keys()].map(folderOf));
  assert.deepEqual(FLOORS.flat().toSorted(), [...folders].toSorted());
});

test("a module imports from its own folder and from the floors below it only", () => {
  assert.deepEqual(upward(modules(), FLOORS, WORDS), []);
});

test("no modules import each other in a circle, not even later", () => {
  assert.deepEqual(circle(modules()), []);
});

test("an upward arrow is found, be it of a value, of what comes later, or of a type", () => {
  for (const text of [
    'import { a } from "../room/a.js";',
    'const load = () => import("../room/a.js");',
    '/** @import { A } from "../room/a.js" */',
    '/** @type {typeof import("../room/a.js")} */',
  ]) {
    const sources = new Map([["ui/b.js", text]]);
    assert.deepEqual(upward(sources, [["ui"], ["room"]]), ["ui/b.js -> room/a.js"], text);
    assert.deepEqual(upward(sources, [["room"], ["ui"]]), []);
    assert.equal(
      upward(sources, [["room", "ui"]]).length,
      1,
      "two folders of a floor know nothing of each other",
    );
  }
});

test("an upward arrow is found in a word", () => {
  const sources = new Map([["ui/b.js", "/** The board. @type {(entry: Entry) => string} */"]]);
  assert.equal(WORDS.get("Entry"), "broadcast/state.js");
  assert.deepEqual(upward(sources, [["ui"], ["broadcast"]], WORDS), ["ui/b.js -> broadcast/state.js"]);
  assert.deepEqual(upward(sources, [["broadcast"], ["ui"]], WORDS), []);
});

test("a circle is found that closes later; one of types alone is none", () => {
  const one = 'import { b } from "./b.js";';
  const later = 'export const b = () => import("./a.js");';
  assert.deepEqual(circle(new Map(Object.entries({ "ui/a.js": one, "ui/b.js": later }))), [
    "ui/a.js",
    "ui/b.js",
    "ui/a.js",
  ]);
  const types = '/** @import { A } from "./a.js" */\n/** @type {typeof import("./a.js")} */';
  assert.deepEqual(circle(new Map(Object.entries({ "ui/a.js": one, "ui/b.js": types }))), []);
});
