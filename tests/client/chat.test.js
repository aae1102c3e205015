import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { RoomReplica } from "../../client/net/replica.js";
import { setBlocked } from "../../client/people/person.js";
import { Chat } from "../../client/room/chat.js";
import { h } from "../../client/ui/dom.js";
import { welcome } from "./stage.js";

/** @import { Said } from "../../client/net/wire.js" */

await useLanguage("en");
const [ANN, BOB] = ["7cd7b00000000000", "0000000000000001"];
/** Whom the server says that the player blocks. @type {Set<string>} */
const blocked = new Set([BOB]);

/** The server, as far as a chat asks it. @type {(path: any, init?: any) => Promise<any>} */
const answer = async (path, { method, body }) => {
  if (method === "POST") blocked.add(JSON.parse(body).player);
  if (method === "DELETE") blocked.delete(String(path).split("/").pop() ?? "");
  const players = [...blocked].map((id) => ({ id, name: id, at: 0 }));
  return new Response(JSON.stringify({ players }));
};
globalThis.fetch = answer;

/** @type {(player: string, name: string, text: string) => Said} */
const said = (player, name, text) => ({ t: "said", player, name, said_at: 1, text });

/** @type {(replica: RoomReplica, element: HTMLElement, badge: HTMLElement) => Chat} */
function opened(replica, element, badge) {
  const session = { replica, company: null, options: { signal: AbortSignal.abort() }, send: () => true };
  return new Chat(/** @type {any} */ (session), element, badge, () => {});
}

test("what blocked players write is not shown, neither before nor after they are blocked", async () => {
  const replica = new RoomReplica();
  const lines = [said(ANN, "Ann", "Hello"), said(BOB, "Bob", "You fool"), said("me", "Me", "Bye")];
  replica.apply(welcome({ chat: lines }));
  const [element, badge] = [h("div"), h("span")];
  const chat = opened(replica, element, badge);
  const shown = () => [...element.querySelectorAll("li")].map((each) => each.textContent);
  assert.deepEqual(shown(), [], "not before it is known whom the player blocks");
  await chat.receive(said(BOB, "Bob", "Hey"));
  assert.deepEqual(shown(), ["Ann Hello", "Me Bye"]);
  assert.equal(badge.textContent, "");
  await chat.receive(said(ANN, "Ann", "Hey"));
  assert.equal(badge.textContent, "1");
  await setBlocked(BOB, false);
  assert.deepEqual(shown(), ["Ann Hello", "Bob You fool", "Me Bye"]);
  await setBlocked(ANN, true);
  assert.deepEqual(shown(), ["Bob You fool", "Me Bye"]);
});

test("the names of others in the chat are buttons, one's own is not", async () => {
  for (const player of [ANN, BOB]) await setBlocked(player, false);
  const replica = new RoomReplica();
  replica.apply(
    welcome({ chat: [said(ANN, "Ann", "Hello"), said("me", "Me", "Bye"), said("bot-1", "Ada", "Hi")] }),
  );
  const element = h("div");
  await opened(replica, element, h("span")).receive(said(ANN, "Ann", "Hello"));
  assert.deepEqual(
    [...element.querySelectorAll("li button")].map((each) => each.textContent),
    ["Ann"],
  );
});
