import { rankText } from "../i18n/index.js";
import { rank, suit } from "../rules/cards.js";
import { h, suitIcon } from "../ui/dom.js";

/** @import { Card } from "../rules/cards.js" */

/** The face of a card. @type {(card: Card) => HTMLElement} */
export const face = (card) =>
  h("div", { class: "face" }, h("b", {}, rankText(rank(card))), suitIcon(suit(card)));
