import { t } from "../i18n/index.js";
import { h, link } from "../ui/dom.js";
import { impsText } from "../ui/numbers.js";
import { explained } from "./explained.js";
import { strengthText } from "./strength.js";

/** @import { Daily, LeaderboardRow } from "../net/messages.js" */

/** What the games on a closed daily say of it, and of the own one. @type {(field: NonNullable<Daily["field"]>, mine: LeaderboardRow | null | undefined, path: string) => HTMLElement} */
export const fieldResult = ({ games, difficulty, error }, mine, path) =>
  h(
    "div",
    { class: "stack" },
    mine?.duplicate != null &&
      h(
        "p",
        {},
        h("b", {}, t("againstField", { score: impsText(mine.duplicate) })),
        ". ",
        t("playedLike", { strength: strengthText(mine.performance ?? 0) }),
      ),
    h(
      "p",
      { class: "small soft" },
      t("fieldDifficulty", {
        difficulty: strengthText(difficulty),
        error: strengthText(error),
        n: games,
      }),
    ),
    h(
      "details",
      {},
      h("summary", { class: "small" }, t("explainedTitle")),
      explained(false),
      h("p", {}, link(path, t("b_duplicate"), { class: "btn" })),
    ),
  );
