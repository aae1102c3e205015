import assert from "node:assert/strict";
import test from "node:test";
import { keysIn } from "../../client/bundle/texts.js";

const KEYS = ["settings", "you", "s_deal", "s_seats", "won", "p"];
const USER = 'import { t } from "../i18n/index.js";\n';

test("a page says at first what its modules name, whole or by how it begins", () => {
  assert.deepEqual(keysIn(`${USER}t("settings"); t(\`s_\${name}\`);`, KEYS), [
    "settings",
    "s_deal",
    "s_seats",
  ]);
  assert.deepEqual(keysIn(`${USER}const TEXTS = { a: "won" };`, KEYS), ["won"]);
});

test("the name of an element and what is compared are no texts, and neither is what a module without texts names", () => {
  assert.deepEqual(keysIn(`${USER}h("p", t("you")); if (kind === "won") go();`, KEYS), ["you"]);
  assert.deepEqual(keysIn('const state = "won";', KEYS), []);
});
