import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { DEFAULTS } from "../../client/net/protocol.js";
import { settingsForm } from "../../client/room/settings-form.js";

await useLanguage("en");

/** What the form sends for settings that nobody changes in it. @param {any} settings @returns {any} */
function sent(settings) {
  /** @type {any} */
  let saved;
  const form = settingsForm(settings, "Save", (read) => {
    saved = read;
  });
  document.body.replaceChildren(form);
  form.dispatchEvent(new Event("submit", { cancelable: true }));
  return saved;
}

/** Another value than the default: a switch that is on, a number that is not offered. @param {unknown} value */
const another = (value) => (typeof value === "number" ? value + 11 : value === false ? true : value);

test("a room without settings of its own is sent with the defaults", () => {
  assert.deepEqual(sent({}), { ...DEFAULTS, variant: { name: "addiction" } });
});

test("every setting is kept, also a value that is not offered", () => {
  const others = Object.entries(DEFAULTS).map(([name, value]) => [name, another(value)]);
  const settings = {
    ...Object.fromEntries(others),
    variant: { name: "mini", shuffles: 4, right_fill: true },
    audience: "slow",
    lap_s: null,
  };
  assert.deepEqual(sent(settings), settings);
});
