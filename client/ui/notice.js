import { byId, h } from "./dom.js";

/** @import { Child } from "./dom.js" */
/** What a notice is about: each kind goes for a reason of its own. @typedef {"account" | "announcement" | "busy" | "offline"} NoticeKind */

/** Say something above every page, in place of what stands there. Its style is `ui/notice.css`. @param {NoticeKind} kind @param {Child[]} children */
export function showNotice(kind, ...children) {
  byId("notice")?.remove();
  byId("main").before(h("aside", { id: "notice", class: kind }, h("div", { role: "alert" }, ...children)));
}

/** @param {NoticeKind} kind */
export const hideNotice = (kind) => document.querySelector(`#notice.${kind}`)?.remove();
