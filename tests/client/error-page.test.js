import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { LANGUAGES, t, useLanguage } from "../../client/i18n/index.js";
import { reasonText } from "../../client/ui/error-texts.js";

/** Those with no more to say than the heading, unless the page says what to do. */
const CODES = [
  ...["room", "game", "race", "player", "group", "challenge", "arena", "puzzle"].map(
    (what) => `${what}_not_found`,
  ),
  ...["room_full", "room_locked", "room_closed"],
];

for (const language of LANGUAGES)
  test(`an error page says what to do, and does not say twice what has happened (${language})`, async () => {
    await useLanguage(language);
    for (const code of CODES) {
      const heading = t(/** @type {any} */ (`title_${code}`));
      const reason = reasonText(code, `${heading}.`);
      assert.equal(reason, t(/** @type {any} */ (`way_${code}`)));
      assert.ok(!reason.includes(heading), code);
    }
    assert.equal(reasonText("none_such", "The server's sentence."), "The server's sentence.");
  });
