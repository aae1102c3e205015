import { t } from "../i18n/index.js";
import { won } from "../rules/board.js";
import { opening, parseCode } from "../rules/deal.js";
import { RulesError } from "../rules/errors.js";
import { parseVariant } from "../rules/variants.js";
import { choiceOf, dealPath, lineOf } from "../state/dealpath.js";
import { playedLine } from "../state/line.js";
import { byId, h, link } from "../view/dom.js";
import { Film } from "../view/film.js";
import { variantName } from "../view/rulestext.js";
import { sorryPage } from "../view/sorry.js";

/** Moves that win a deal, dealt and played in this browser: they prove themselves. @type {import("../router.js").Screen} */
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
