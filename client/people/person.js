import { tagOf } from "../profile/tag.js";
import { button, h } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** @import { Met } from "./menu.js" */
/** @import { Named } from "./names.js" */

/** Open the menu about somebody. @type {(person: Named, met: Met) => Promise<void>} */
const openMenu = async (person, met) =>
  (await load(import("./menu.js"), "ui/page.css")).openMenu(person, met);

/** The name of somebody else as a button, which opens what can be done about them; a bot's is only read. @type {(person: Named, label: string, met: Met) => HTMLElement} */
export const personButton = (person, label, met) =>
  tagOf(person.player)
    ? button(label, () => openMenu(person, met), { class: "person", "aria-haspopup": "dialog" })
    : h("b", {}, label);
