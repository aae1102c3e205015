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

test("a room without settings of its own is sent with the defaults", () => {
  assert.deepEqual(sent({}), { ...DEFAULTS, variant: { name: "addiction" } });
});

test("every setting is kept, also a value that is not offered", () => {
  const settings = {
    variant: { name: "mini", shuffles: 4, right_fill: true },
    seats: 7,
    best_of: 9,
    teams: 3,
    team_scores: 17,
    limit_minutes: 45,
    lap_s: null,
    away_s: 45,
    spectator_delay_s: 12,
    audience: "slow",
    code: null,
    certified: true,
    boards_open: true,
    hints: true,
    listed: true,
    locked: true,
  };
  assert.deepEqual(sent(settings), settings);
});
