import { t } from "../i18n/index.js";
import { button, focusPage, h, icon, press } from "./dom.js";
import { loadStyles } from "./load.js";

/**
 * Open a dialog and return it. It is removed when it is closed: by Escape, by a click beside it, or with its page. If that
 * has been left already since the press that asked for it, the dialog does not open.
 * @param {string} title @param {Child[]} children
 */
export function openDialog(title, ...children) {
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title", hidden: true },
    h(
      "div.head",
      h("h1", { id: "dialog-title" }, title),
      button(icon("close"), () => dialog.close(), "btn quiet icon", t("close")),
    ),
    ...children,
  );
  if (!press.isHere) return dialog;
  const leave = () => (dialog.open ? dialog.close() : dialog.remove());
  addEventListener("popstate", leave);
  dialog.onclose = () => {
    removeEventListener("popstate", leave);
    dialog.remove();
    // The element that had the focus before may be gone.
    if (document.activeElement === document.body) focusPage();
  };
  // A block, since a handler that returns false would keep links and summaries in the dialog from working.
  dialog.onclick = ({ target }) => {
    const isLeaving = target instanceof Element && target.closest("a:not([download])");
    if (target === dialog || isLeaving) dialog.close();
  };
  document.body.append(dialog);
  // It is not shown without its style, if that can be had; a class may show even one that is not open.
  const show = () => {
    dialog.hidden = false;
    if (dialog.isConnected) dialog.showModal();
  };
  void loadStyles("ui/dialog.css")
    .catch(() => {})
    .then(show);
  return dialog;
}

/** Open a dialog of actions: each closes it first. @param {string} title @param {([label: Child | Child[], action: () => unknown, look?: Look, name?: string] | Node | false | undefined)[]} entries buttons, and nodes between them */
export function openMenu(title, ...entries) {
  const shown = entries.map((each) => {
    if (!Array.isArray(each)) return each;
    const [label, action, look, name] = each;
    const choose = () => {
      dialog.close();
      return action();
    };
    return button(label, choose, look, name);
  });
  const dialog = openDialog(title, h("div.stack", ...shown));
}

/** A button whose action is asked about before it is done. @type {(text: string, question: string, action: () => unknown, look?: Look) => HTMLButtonElement} */
export const sureButton = (text, question, action, look) =>
  button(text, async () => (await confirmed(question, text)) && action(), look);

/** Ask before something that cannot be undone. @type {(question: string, yes: string) => Promise<boolean>} */
export const confirmed = (question, yes) =>
  new Promise((resolve) => {
    let answer = false;
    const decide = (/** @type {boolean} */ value) => {
      answer = value;
      dialog.close();
    };
    const dialog = openDialog(
      question,
      h(
        "div.row.end",
        button(t("cancel"), () => decide(false)),
        button(yes, () => decide(true), { class: "btn main", autofocus: true }),
      ),
    );
    dialog.addEventListener("close", () => resolve(answer));
  });
