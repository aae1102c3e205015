import { rulesLater } from "../ui/lazy.js";

/** @import { BoardView } from "../board/board.js" */
/** @import { Controls } from "./controls.js" */

/** Let keys do what the buttons do, and lead to the board: not while somebody types, or a dialog is open. @param {Controls} controls @param {BoardView} board @param {AbortSignal} signal of the screen */
export function listenToKeys({ act, hint, newDeal, shuffle }, board, signal) {
  /** @type {{ [key: string]: (() => unknown) | undefined }} */
  const keys = {
    b: () => board.focus(),
    h: hint,
    m: async () => (await import("../board/next-movable.js")).focusMovable(board),
    n: newDeal,
    s: shuffle,
    "?": rulesLater,
  };
  const [redo, undo] = [() => act("redo"), () => act("undo")];
  /** @type {typeof keys} */
  const withCommand = { y: redo, z: undo, Z: redo };
  const follow = (/** @type {KeyboardEvent} */ event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event;
    const isTyping = /** @type {Element} */ (target).closest("input, textarea, select");
    if (isTyping || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const isCommand = ctrlKey || metaKey;
    const name = isCommand && shiftKey ? key.toUpperCase() : key;
    const action = isCommand ? withCommand[name] : !altKey && keys[name];
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", follow, { signal });
}
