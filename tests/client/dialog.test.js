import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { openDialog } from "../../client/ui/dialog.js";
import { press } from "../../client/ui/dom.js";

await useLanguage("en");

test("a dialog opens on a page on which something was pressed, and on no other", () => {
  press.isHere = false;
  assert.ok(!openDialog("of the page before").isConnected);
  press.isHere = true;
  const opened = openDialog("of this page");
  assert.ok(opened.isConnected);
  opened.remove();
});
