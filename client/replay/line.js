import { choiceOf, dealPath, lineOf } from "../deal/link.js";
import { t } from "../i18n/index.js";
import { variantName } from "../room/settings.js";
import { won } from "../rules/board.js";
import { opening, parseCode } from "../rules/deal.js";
import { RulesError } from "../rules/errors.js";
import { parseVariant } from "../rules/variants.js";
import { byId, h, link } from "../ui/dom.js";
import { sorryPage } from "../ui/error-page.js";
import { playedLine } from "./line-frames.js";
import { Film } from "./player.js";

/** Moves that win a deal, dealt and played in this browser: they prove themselves. @type {import("../ui/router.js").Screen} */
export default function lineScreen(shell, text) {
  try {
    const film = filmOf(parseCode(text));
    film.mount(shell);
    return () => film.close();
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    void sorryPage(error).then((page) => byId("main").replaceChildren(page));
  }
}

/** @param {string} code */
function filmOf(code) {
  const choice = choiceOf(location.search);
  const actions = lineOf(location.search);
  const variant = parseVariant(choice);
  const frames = playedLine(variant, opening(variant, code), actions);
  const outcome = won(frames[frames.length - 1].game.board) ? "lineWins" : "lineFails";
  const facts = () => [
    h("h2", {}, t("line")),
    h("p", { class: "small" }, variantName(variant.name)),
    h("p", { class: "small" }, t(outcome, { n: actions.length })),
    link(dealPath(code, choice), t("lineDeal"), { class: "btn" }),
  ];
  return new Film({ title: t("line"), name: code, frames, actions, facts });
}
