import { t, variantName } from "../../i18n/index.js";
import { choiceOf, dealPath, lineOf } from "../../replay/deal-link.js";
import { lineFrames } from "../../replay/frames.js";
import { ReplayPlayer } from "../../replay/player.js";
import { won } from "../../rules/board.js";
import { opening, parseCode } from "../../rules/deal.js";
import { orSentence } from "../../rules/sentences.js";
import { parseVariant } from "../../rules/variants.js";
import { h, link } from "../../ui/dom.js";

/** A line of moves on a deal, dealt and played in this browser: it proves itself. @param {Page} page @param {string} text */
export default function lineScreen(page, text) {
  orSentence(() => new ReplayPlayer(recordingOf(parseCode(text)), page));
}

/** @param {string} code */
function recordingOf(code) {
  const choice = choiceOf(location.search);
  const actions = lineOf(location.search);
  const variant = parseVariant(choice);
  const frames = lineFrames(variant, opening(variant, code), actions);
  const outcome = won(frames[frames.length - 1].game.board) ? "lineWins" : "lineFails";
  const facts = () => [
    h("h2", t("line")),
    h("p.small", variantName(variant.name)),
    h("p.small", t(outcome, { n: actions.length })),
    link(dealPath(code, choice), t("lineDeal"), "btn"),
  ];
  return { title: t("line"), name: code, frames, actions, facts };
}
