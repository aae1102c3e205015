import { BoardView } from "../../board/board.js";
import { t, variantName } from "../../i18n/index.js";
import { createRoom } from "../../net/play.js";
import { choiceOf, dealPath } from "../../replay/deal-link.js";
import { enterRoom } from "../../room/enter.js";
import { settingsText } from "../../room/settings.js";
import { opening, parseCode } from "../../rules/deal.js";
import { orSentence } from "../../rules/sentences.js";
import { parseVariant, VARIANTS } from "../../rules/variants.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { shareLink } from "../../ui/share.js";

/** A deal by its code: its layout, dealt in this browser, and ways to play it. @param {Page} page @param {string} text */
export default function dealScreen(page, text) {
  orSentence(() => showDeal(page, parseCode(text), choiceOf(location.search)));
}

/** @type {(page: Page, code: string, choice: wire.VariantChoice) => void} */
function showDeal({ shell, signal }, code, choice) {
  const variant = parseVariant(choice);
  const { name } = variant;
  const board = new BoardView(t("opening"), signal);
  board.show(opening(variant, code), variant);
  shell.title(`${t("dealOf", { code })}, ${variantName(name)}`);
  const place = h(
    "div.page.wide",
    h("h1", t("dealOf", { code })),
    h("p.soft", settingsText({ variant: choice, limit_minutes: null }).join(". "), ". ", t("dealHelp")),
    h(
      "div.actions",
      button(
        t("solo"),
        () => play({ variant: choice, code, seats: 1, limit_minutes: null, hints: true }),
        "btn main big",
      ),
      button(t("race"), () => play({ variant: choice, code }), "btn big"),
      shareLink(
        t("share"),
        () => t("shareDeal", { variant: variantName(name) }),
        dealPath(code, choice),
        "btn big",
      ),
    ),
    h("div.stage.deal-preview", board.element),
    h(
      "nav.choices",
      { "aria-label": t("variant") },
      ...VARIANTS.map((each) =>
        link(dealPath(code, each.name === name ? choice : { name: each.name }), variantName(each.name), {
          class: "btn",
          "aria-current": each.name === name && "true",
        }),
      ),
    ),
  );
  byId("main").append(place);
}

/** @param {wire.Settings} settings */
const play = (settings) => enterRoom(createRoom(settings), settings.seats === 1 && settings.variant);
