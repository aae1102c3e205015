import { t, timeText, variantName } from "../i18n/index.js";
import { shareButtons } from "../room/share-result.js";
import { dailyNumberText } from "../ui/dates.js";
import { h, siteName } from "../ui/dom.js";
import { shortDayText } from "../ui/format.js";
import { OWN_DAILY } from "./dailies.js";

/** @import { Group, GroupBoard, GroupRow } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/**
 * The own result of a daily among the members, to share. What is shared stands there before: a private group is named
 * only if its member wants that, and no link leads to it.
 * @type {(board: GroupBoard, daily: string, context: Context) => HTMLElement | ""}
 */
export function shareOwn(board, daily, { code, group, me }) {
  const mine = board.rows.find(({ player }) => player === me);
  if (!mine?.game) return "";
  const name = h("input", { type: "checkbox", checked: !group.private, onchange: () => show() });
  const sentence = h("q", {});
  const show = () => {
    sentence.textContent = groupText(board, mine, daily, name.checked ? group.name : t("myGroup"));
  };
  show();
  const result = {
    get text() {
      return sentence.textContent ?? "";
    },
    game: mine.game,
    path: sharedPath(board.date, daily, code, group),
  };
  // There is no picture of an own daily before it is revealed.
  const buttons = shareButtons(result);
  return h(
    "div",
    { class: "stack small share-own" },
    h("p", { class: "soft" }, sentence),
    group.private && h("label", { class: "checkbox" }, name, t("nameGroup")),
    h("div", { class: "row" }, ...(daily === OWN_DAILY ? buttons.slice(0, 1) : buttons)),
  );
}

/** What the link shows: the world's daily, an own one of a public group, or of a private group nothing. @type {(date: string, daily: string, code: string, group: Group) => string} */
function sharedPath(date, daily, code, group) {
  if (daily !== OWN_DAILY) return `/daily/${date}`;
  return group.private ? "/" : `/group/${code}/${date}`;
}

/** A result among the members, in a sentence that gives nothing away about the deal. @type {(board: GroupBoard, mine: GroupRow, daily: string, name: string) => string} */
const groupText = ({ date, rows, variant }, { won, rank, locked, time_ms, shuffles }, daily, name) =>
  t(won ? "shareInGroupWon" : "shareInGroup", {
    site: siteName(),
    date: `${daily === OWN_DAILY ? "" : dailyNumberText(date)} ${shortDayText(date)}`.trim(),
    variant: variantName(variant),
    time: timeText(time_ms),
    n: won ? shuffles : locked,
    rank,
    of: rows.length,
    name,
  });
