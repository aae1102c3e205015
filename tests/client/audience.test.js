import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { AudiencePanel } from "../../client/broadcast/audience.js";
import { RisingReactions, tapCounter } from "../../client/broadcast/reactions.js";
import { useLanguage } from "../../client/i18n/index.js";
import { RoomReplica } from "../../client/net/replica.js";
import { sayForm } from "../../client/room/chat.js";
import { h } from "../../client/ui/dom.js";
import { welcome } from "./stage.js";

/** @import { Said } from "../../client/net/wire.js" */

const NEVER = new AbortController().signal;

/** @type {(n: number) => Said} */
const line = (n) => ({ t: "said", player: "a", name: "A", said_at: n, text: `line ${n}`, audience: true });

test("the lines of the audience are kept apart, each once, and never more than a phone can show", () => {
  const replica = new RoomReplica();
  replica.apply(welcome({ audience: { t: "audience", lines: [line(1)] } }));
  replica.apply({ t: "audience", lines: [line(1), line(2)] });
  assert.deepEqual(replica.audience.lines, [line(1), line(2)]);
  assert.deepEqual(replica.chat, []);
  for (let n = 3; n < 200; n++) replica.apply({ t: "audience", lines: [line(n)] });
  assert.equal(replica.audience.lines?.length, 50);
  assert.deepEqual(replica.audience.lines?.at(-1), line(199));
});

test("lines that nobody has on the screen are counted up to a number that does not change any more", async () => {
  await useLanguage("en");
  const [replica, badge] = [new RoomReplica(), h("span")];
  replica.apply(welcome());
  const session = { replica, company: {}, clock: { now: () => 0 }, send: () => true };
  const room = { session, chat: h("div"), signal: AbortSignal.abort() };
  const panel = new AudiencePanel(/** @type {any} */ (room), badge, () => {});
  const hear = (/** @type {number} */ count) =>
    panel.update({ t: "audience", lines: Array.from({ length: count }, (_, n) => line(n)) });
  const seen = [98, 1, 1, 10].map((count) => {
    hear(count);
    return badge.textContent;
  });
  assert.deepEqual(seen, ["98", "99", "99+", "99+"]);
  panel.toggle(true, false);
  assert.equal(badge.hidden, true);
});

test("taps are gathered, and one message counts them", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {[string, number][]} */
  const sent = [];
  const tap = tapCounter((reaction, times) => sent.push([reaction, times]), NEVER);
  for (let n = 0; n < 100; n++) tap("clap");
  tap("fire");
  assert.deepEqual(sent, []);
  context.mock.timers.tick(500);
  assert.deepEqual(sent, [
    ["clap", 20],
    ["fire", 1],
  ]);
  tap("fire");
  context.mock.timers.tick(500);
  assert.equal(sent.length, 3);
});

test("however many react, one wave rises after the other, and counts all that have come since", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const rising = new RisingReactions(NEVER);
  const waves = () => [...rising.element.children].flatMap((wave) => wave.textContent || []);
  for (let n = 0; n < 100; n++) rising.show({ clap: 1000, heart: 1 });
  assert.deepEqual(waves(), []);
  context.mock.timers.tick(900);
  assert.deepEqual(waves(), ["👏100000❤️100"]);
  rising.show({ fire: 2 });
  context.mock.timers.tick(900);
  assert.deepEqual(waves(), ["👏100000❤️100", "🔥2"]);
  context.mock.timers.tick(1800);
  assert.deepEqual(waves(), ["🔥2"]);
  context.mock.timers.tick(900);
  assert.deepEqual(waves(), []);
});

test("a line that is refused is in its field again, unless another one has been begun", async () => {
  await useLanguage("en");
  /** @type {any} */
  const session = { send: () => true };
  const form = sayForm(session, "Say something");
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  const say = (/** @type {string} */ text) => {
    field.value = text;
    form.dispatchEvent(new Event("submit", { cancelable: true }));
    assert.equal(field.value, "");
  };
  say("go Ann");
  form.dispatchEvent(new Event("refused"));
  assert.equal(field.value, "go Ann");
  say("go Bob");
  field.value = "and now";
  form.dispatchEvent(new Event("refused"));
  assert.equal(field.value, "and now");
});
