// What moves is moved by the compositor: an animation of anything else draws each of its frames on the main thread. And what
// a move changes is drawn alone.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const CLIENT = new URL("../../client/", import.meta.url);
const BY_COMPOSITOR = ["opacity", "rotate", "scale", "transform", "translate", "visibility"];
const sheets = globSync("*/*.css", { cwd: CLIENT.pathname }).map((name) => ({
  name,
  text: readFileSync(new URL(name, CLIENT), "utf8").replaceAll(/\/\*.*?\*\//gs, ""),
}));

/** @type {(text: string) => string[]} */
const propertiesOf = (text) => [...text.matchAll(/([\w-]+)\s*:/g)].map(([, property]) => property);

test("keyframes change only what the compositor draws", () => {
  const changed = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)].flatMap(
      ([, keyframes, frames]) => propertiesOf(frames).map((property) => ({ name, keyframes, property })),
    ),
  );
  assert.ok(changed.length > 10);
  const others = changed.filter(({ property }) => !BY_COMPOSITOR.includes(property));
  assert.deepEqual(others, []);
});

test("transitions that name a property name one that the compositor draws", () => {
  const named = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/transition:([^;]+);/g)].flatMap(([, parts]) =>
      parts.split(/,(?![^(]*\))/).map((part) => ({ name, property: part.trim().split(/\s/)[0] })),
    ),
  );
  assert.ok(named.length > 3);
  const isTime = (/** @type {string} */ word) => /^[\d.]+m?s$/.test(word);
  const others = named.filter(
    ({ property }) => property !== "none" && !isTime(property) && !BY_COMPOSITOR.includes(property),
  );
  assert.deepEqual(others, []);
});

test("the style of what has a board does not depend on what comes and goes in it", () => {
  // Of `:has()` with no name in it, or of one on what has a board, a browser styles all cards anew for each move.
  const watched = sheets.filter(({ name }) => /^(audience|board|broadcast)\//.test(name));
  assert.ok(watched.length > 6);
  const costly = /:has\(\s*[>+~]?\s*[:*]|\.(board|card|feature|ranking|ranks|slot|stage)\b[^\s,{]*:has\(/g;
  const found = watched.flatMap(({ name, text }) =>
    [...text.matchAll(costly)].map(([selector]) => ({ name, selector })),
  );
  assert.deepEqual(found, []);
});

test("a move in a race changes no style of the page around it", () => {
  // Whether the page has something is looked at again with each move, and then all that stands in it.
  const raced = sheets.filter(({ name }) => /^(board|learn|people|race|room|ui)\//.test(name));
  assert.ok(raced.length > 12);
  const costly = /(?:\b(?:body|html|main)|:root|\.fixed|\[data-phase[^\]]*\])[^\s,{]*:has\(/g;
  const found = raced.flatMap(({ name, text }) =>
    [...text.matchAll(costly)].map(([selector]) => ({ name, selector })),
  );
  assert.deepEqual(found, []);
});
