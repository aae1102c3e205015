import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { loadTexts, useLanguage } from "../../client/i18n/index.js";
import { openDialog } from "../../client/ui/dialog.js";
import { forgetPresses, notePresses } from "../../client/ui/dom.js";

await Promise.all([loadTexts("pages"), useLanguage("en")]);
notePresses();

const press = () => document.body.dispatchEvent(new Event("click", { bubbles: true }));

test("a dialog that comes after its page has been left opens on no other, until something is pressed there", () => {
  press();
  assert.ok(openDialog("wanted").isConnected);
  forgetPresses();
  const late = openDialog("late");
  assert.ok(!late.isConnected);
  press();
  assert.ok(openDialog("wanted again").isConnected);
});
