import "./dom.js";
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { loadTexts, signed, t, useLanguage } from "../../client/i18n/index.js";
import { numberText } from "../../client/ui/format.js";

const CLIENT = new URL("../../client/", import.meta.url);
const values = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g))].sort();

test("both languages have the same parts with the same texts and values, and no key is in two parts", async () => {
  const folder = (/** @type {string} */ language) => new URL(`i18n/${language}/`, CLIENT);
  const names = readdirSync(folder("en"));
  assert.deepEqual(readdirSync(folder("de")), names);
  const seen = new Set();
  for (const name of names) {
    /** @type {{ [key: string]: string }[]} */
    const [english, german] = await Promise.all(
      ["en", "de"].map(async (language) => (await import(new URL(name, folder(language)).href)).default),
    );
    for (const [key, text] of Object.entries(english)) {
      assert.ok(german[key], key);
      assert.deepEqual(values(german[key]), values(text), key);
      assert.equal(german[key].includes("|"), text.includes("|"), key);
      assert.ok(!seen.has(key), `${key} is in two parts`);
      seen.add(key);
    }
    const extra = Object.keys(german).filter((key) => !(key in english) && !key.startsWith("e_"));
    assert.deepEqual(extra, []);
  }
});

test("what is below zero has a minus sign, not a hyphen", async () => {
  await useLanguage("en");
  await Promise.all([loadTexts("pages"), loadTexts("room")]);
  assert.equal(t("points", { n: -2 }), "−2 points");
  assert.equal(signed(-13), "−13");
  assert.equal(numberText(-1), "−1");
  assert.equal(t("invitedBy", { name: "-1" }), "-1 invites you to a race");
});

test("of one it is the singular, of none and of several the plural, in both languages", async () => {
  const movesOf = (/** @type {number} */ n) => t("movesWord", { n });
  for (const [language, one, several] of [
    ["en", "move", "moves"],
    ["de", "Zug", "Züge"],
  ]) {
    await useLanguage(language);
    await loadTexts("race");
    assert.deepEqual([0, 1, 2, 5, 21].map(movesOf), [several, one, several, several, several]);
  }
});
