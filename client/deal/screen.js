import { BoardView } from "../board/board.js";
import { t } from "../i18n/index.js";
import { createRoom } from "../net/api.js";
import { rulesText, variantName } from "../room/settings.js";
import { opening, parseCode } from "../rules/deal.js";
import { RulesError } from "../rules/errors.js";
import { sentence } from "../rules/sentences.js";
import { parseVariant, VARIANTS } from "../rules/variants.js";
import { button, byId, h, link } from "../ui/dom.js";
import { sorryPage } from "../ui/error-page.js";
import { sayProblem } from "../ui/errors.js";
import { shareLater } from "../ui/lazy.js";
import { go } from "../ui/router.js";
import { nav } from "../ui/site-nav.js";
import { choiceOf, dealPath } from "./link.js";

/** @import { Settings, VariantChoice } from "../net/messages.js" */

/** A deal by its code: its layout, dealt in this browser, and ways to play it. @type {import("../ui/router.js").Screen} */
export default function dealScreen(shell, text) {
  nav(shell);
  const place = h("div", { class: "page" });
  byId("main").append(place);
  try {
    show(shell, place, parseCode(text), choiceOf(location.search));
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    void sorryPage({ code: error.code, message: sentence(error) }).then(
      (page) => place.isConnected && byId("main").replaceChildren(page),
    );
  }
}

/** @type {(shell: import("../ui/shell.js").Shell, place: HTMLElement, code: string, choice: VariantChoice) => void} */
function show(shell, place, code, choice) {
  const variant = parseVariant(choice);
  const { name } = variant;
  const board = new BoardView(t("opening"));
  board.show(opening(variant, code), variant);
  const url = `${location.origin}${dealPath(code, choice)}`;
  shell.title(`${t("dealOf", { code })}, ${variantName(name)}`);
  place.append(
    h("h1", {}, t("dealOf", { code })),
    h(
      "p",
      { class: "soft" },
      rulesText({ variant: choice, limit_minutes: null }).join(". "),
      ". ",
      t("dealHelp"),
    ),
    h(
      "div",
      { class: "row" },
      button(t("solo"), () => enter({ variant: choice, code, seats: 1, limit_minutes: null, hints: true }), {
        class: "btn main big",
      }),
      button(t("raceOnIt"), () => enter({ variant: choice, code }), { class: "btn big" }),
      button(t("share"), () => shareLater(t("shareDeal", { variant: variantName(name) }), url), {
        class: "btn big",
      }),
    ),
    h("div", { class: "stage laid" }, board.element),
    h(
      "nav",
      { class: "choices", "aria-label": t("variant") },
      ...VARIANTS.map((each) =>
        link(dealPath(code, each.name === name ? choice : { name: each.name }), variantName(each.name), {
          class: "btn",
          ...(each.name === name && { "aria-current": "true" }),
        }),
      ),
    ),
  );
}

/** @param {Settings} settings */
const enter = (settings) => createRoom(settings).then(({ code }) => go(`/r/${code}`), sayProblem);
