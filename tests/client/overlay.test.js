import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { overlayOptions } from "../../client/screens/race/overlay.js";

/** @type {(query: string) => ReturnType<typeof overlayOptions>} */
const options = (query) => overlayOptions(new URLSearchParams(query));

test("an overlay has the parts and the theme of its address, and all parts without", () => {
  assert.deepEqual(options("parts=ticker, standings&theme=light"), {
    parts: ["standings", "ticker"],
    theme: "light",
  });
  assert.deepEqual(options("parts=reactions,clock").parts, ["clock", "reactions"]);
  const all = { parts: ["clock", "standings", "board", "ticker"], theme: "dark" };
  assert.deepEqual(options(""), all);
  assert.deepEqual(options("parts=chat,%3Cscript&theme=__proto__"), all);
});
