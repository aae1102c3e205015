import { t } from "../i18n/index.js";
import { leaveGroup, presence, reportGroup, resultsOf } from "../net/groups.js";
import { confirmed } from "../ui/dialog.js";
import { button, h, icon, link, siteName } from "../ui/dom.js";
import { go } from "../ui/router.js";
import { toast, toastError } from "../ui/say.js";
import { share } from "../ui/share.js";
import { every } from "../ui/timers.js";
import { groupHeader } from "./header.js";
import { membersPanel, showAbout } from "./members.js";
import { keepInGroups } from "./mine.js";
import { todayPanel } from "./today.js";

/** @import { Group, GroupPresence } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/** How often to ask who is here now (ms). */
const PRESENCE_INTERVAL_MS = 60000;
/** Ends what the last showing of the page repeats. */
let shown = new AbortController();

/** The page of a group for its members. @param {Context} context */
export function parts(context) {
  const { group, signal } = context;
  keepInGroups(true);
  const room = roomPanel(context);
  const members = membersPanel(context);
  shown.abort();
  shown = new AbortController();
  watchPresence(context, AbortSignal.any([signal, shown.signal]), (now) => {
    showInRoom(room, now);
    showAbout(members, now.about);
  });
  return [
    groupHeader(
      group,
      button([icon("share"), t("inviteToGroup")], () => invite(context), { class: "btn" }),
    ),
    h("div", { class: "stack" }, todayPanel(context), challengesPanel(context)),
    h("div", { class: "stack" }, room, seriesPanel(context), members, more(context)),
  ];
}

/** @param {Context} context */
const invite = ({ group }) =>
  share(
    t("groupInvitation", { name: group.name, site: siteName() }),
    `${location.origin}/group/${group.invitation}`,
  );

/** Look who is about, as long as the page is seen. @type {(context: Context, signal: AbortSignal, show: (now: GroupPresence) => void) => void} */
function watchPresence({ code }, signal, show) {
  const look = async () => {
    if (document.hidden) return;
    const now = await presence(code).catch(() => null);
    if (now && !signal.aborted) show(now);
  };
  void look();
  every(PRESENCE_INTERVAL_MS, look, signal);
}

/** @param {Context} context */
const roomPanel = ({ code }) =>
  h(
    "section",
    { class: "felt group-room" },
    icon("race"),
    h("div", {}, h("h2", {}, t("groupRoom")), h("p", { class: "small" }, t("groupRoomHelp"))),
    link(`/group/${code}/room`, t("enterGroupRoom"), { class: "btn main big" }),
  );

/** Series of the room, loaded when they are opened. @param {Context} context */
function seriesPanel(context) {
  const details = h("details", { class: "plain" }, h("summary", {}, t("groupSeries")));
  const open = () =>
    import("./series.js").then(({ showSeries }) => showSeries(details, context)).catch(toastError);
  details.addEventListener("toggle", open, { once: true });
  return details;
}

/** @param {HTMLElement} panel @param {GroupPresence} now */
function showInRoom(panel, { in_room: n = 0 }) {
  const text = panel.querySelector("p");
  if (text && n) text.textContent = t("inRoom", { n });
}

/** @param {Context} context */
function challengesPanel(context) {
  const panel = h("section", { class: "panel", hidden: true });
  void import("./challenges.js")
    .then(({ showChallenges }) => showChallenges(panel, context))
    .catch(toastError);
  return panel;
}

/** Settings, export, feeds, leaving. @param {Context} context */
function more(context) {
  const { code, group } = context;
  const isOwner = group.role === "owner";
  const settings = h("div", { class: "stack" });
  if (isOwner || group.role === "co_owner")
    import("./owner.js").then(({ ownerParts }) => settings.append(...ownerParts(context)), toastError);
  const leave = async () => {
    if (await confirmed(t("leaveGroupSure", { name: group.name }), t("leaveGroup")))
      await leaveGroup(code).then(() => go("/group"));
  };
  const report = () => reportGroup(code).then(() => toast(t("reportedGroup")));
  return h(
    "section",
    { class: "plain" },
    settings,
    h(
      "details",
      {},
      h("summary", {}, t("groupMore")),
      h(
        "div",
        { class: "row" },
        ...["csv", "json"].map((kind) =>
          h(
            "a",
            {
              href: resultsOf(code, /** @type {"csv" | "json"} */ (kind)),
              download: "",
              class: "btn quiet small",
            },
            t("downloadResults", { kind: kind.toUpperCase() }),
          ),
        ),
        ...feeds(group),
        button(t("leaveGroup"), leave, { class: "btn quiet small" }),
        !isOwner && button(t("reportGroup"), report, { class: "btn quiet small" }),
      ),
    ),
  );
}

/** Links to the feeds of the group. @param {Group} group */
const feeds = ({ feed }) =>
  /** @type {const} */ (["atom", "ics"]).map((kind) =>
    h("a", { href: `/feeds/${feed}.${kind}`, class: "btn quiet small", target: "_blank" }, t(`feed_${kind}`)),
  );
