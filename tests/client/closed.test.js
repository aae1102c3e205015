import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { closed } from "../../client/room/closed.js";

await useLanguage("en");

const CLOSED = { t: /** @type {"bye"} */ ("bye"), code: "room_closed", message: "Closed.", retry: false };

/** What is shown instead of a room that has closed. @type {(room: object, race: object) => Promise<HTMLElement | null>} */
const shown = (room, race) =>
  closed(CLOSED, "ROOM", /** @type {any} */ ({ room, race }), new AbortController().signal);

test("a room that closes says so", async () => {
  assert.ok(await shown({}, { standings: [] }));
  assert.ok(await shown({ event: { code: "C" } }, {}));
});

test("the result of a round stays when its room closes, with the way to the standings", async () => {
  assert.equal(await shown({ event: { code: "C" } }, { standings: [] }), null);
});
