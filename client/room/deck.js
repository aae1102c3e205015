import { BoardView } from "../board/board.js";
import { t, variantName } from "../i18n/index.js";
import { variantOf } from "../rules/variants.js";
import { h } from "../ui/dom.js";

/** The deck on the felt, until it is dealt: where the screen of the race will have it. @implements {Phase} */
export default class DeckScreen {
  isFixed = true;

  /** @param {PhaseContext} room */
  constructor({ deals, signal }) {
    const variant = variantOf(deals);
    const board = new BoardView(t("yourBoard"), signal);
    board.show(null, variant);
    this.title = variantName(variant.name);
    const controls = h("div.controls");
    this.element = h("div.race.alone", h("div.stage", board.element), controls);
  }

  update() {}
}
