import { t, variantName } from "../i18n/index.js";
import { playChallenge } from "../net/events.js";
import { groupBoard, joinGroup } from "../net/groups.js";
import { enterRoom } from "../room/enter.js";
import { button, h, link } from "../ui/dom.js";
import { momentText } from "../ui/format.js";
import { boardTable } from "./board.js";
import { OWN_DAILY } from "./dailies.js";
import { history } from "./history.js";
import { shareOwn } from "./share.js";

/** @import { GroupToday } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/** The open daily of a group's own, with the way to play it. @param {GroupToday} today @param {Context} context */
export async function ownPart(today, context) {
  const { code, me, signal } = context;
  const { date, variant, closes_at } = today;
  const board = await groupBoard(code, OWN_DAILY, date, signal);
  const name = `${t("ownDaily")}: ${variantName(variant)}`;
  return h(
    "article",
    { class: "stack", "aria-label": name },
    h("div", { class: "row" }, h("h3", { class: "grow" }, name), way(today, context)),
    h("p", { class: "small soft" }, t("ownUntil", { time: momentText(closes_at) })),
    board.rows.length
      ? h("div", { class: "scroll-x" }, boardTable(board, me))
      : h("p", { class: "soft" }, t("nobodyYet")),
    shareOwn(board, OWN_DAILY, context),
    history(OWN_DAILY, context),
  );
}

/** The way to play it, or the own result. Outsiders join with it, unless an owner has to let them in. @param {GroupToday} today @param {Context} context */
function way({ code, date, variant, mine, room }, { code: group, group: { role, approval } }) {
  const isMember = !!role && role !== "pending";
  if (!isMember && (role || approval)) return null;
  if (mine === "done") return link(`/group/${group}/${date}`, t("result"), { class: "btn" });
  if (room) return link(`/r/${room}`, t("goOn"), { class: "btn main" });
  const opened = async () => {
    if (!isMember) await joinGroup(group);
    return playChallenge(code);
  };
  const text = t(isMember ? "playIt" : "joinAndPlay");
  return button(text, () => enterRoom(opened(), { name: variant }), {
    class: "btn main",
    "aria-label": `${text}: ${t("ownDaily")}`,
  });
}
