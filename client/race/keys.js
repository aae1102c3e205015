import { latinKey } from "../ui/keys.js";
import { rulesLater } from "../ui/lazy.js";

/** @import { BoardView } from "../board/board.js" */
/** @import { Controls } from "./controls.js" */

/** Let keys do what the buttons do, and lead to the board: not while somebody types, or a dialog is open. @param {Controls} controls @param {BoardView} board @param {AbortSignal} signal of the screen */
export function listenToKeys({ act, hint, newDeal, shuffle }, board, signal) {
  const redo = () => act("redo");
  /** With Control or Command, "^" stands before the key, and "^+" with Shift. @type {{ [key: string]: (() => unknown) | undefined }} */
  const keys = {
    b: () => board.focus(),
    h: hint,
    m: async () => (await import("../board/next-movable.js")).focusMovable(board),
    n: newDeal,
    s: shuffle,
    "?": rulesLater,
    "^z": () => act("undo"),
    "^+z": redo,
    "^y": redo,
  };
  const follow = (/** @type {KeyboardEvent} */ event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event;
    const command = ctrlKey || metaKey ? (shiftKey ? "^+" : "^") : "";
    const action = keys[command + latinKey(event)];
    const isTyping = /** @type {Element} */ (target).closest("input, textarea, select");
    if (!action || altKey || isTyping || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", follow, { signal });
}
