import { dotted, t } from "../../i18n/index.js";
import { call, request } from "../../net/api.js";
import { playerName } from "../../people/names.js";
import { enterRoom } from "../../room/enter.js";
import { sureButton } from "../../ui/dialog.js";
import { button, h, icon, link, siteName } from "../../ui/dom.js";
import { momentText } from "../../ui/format.js";
import { filledLater, folded, item, row, stack } from "../../ui/parts.js";
import { setMark } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { toastError } from "../../ui/say.js";
import { shareLink } from "../../ui/share.js";
import { showPages } from "../../ui/table.js";
import { whileSeen } from "../../ui/wait.js";
import { showArenas } from "./arenas.js";
import { resultsTable } from "./challenge.js";
import { challengeList } from "./challenges.js";
import { membersPanel, showAbout } from "./group-members.js";
import { ownerParts } from "./group-owner.js";
import { todayPanel } from "./group-today.js";
import { groupPicture, reportGroupButton } from "./groups.js";

/** @import { Context } from "./group.js" */

/** The challenges of a group: the open ones, the results of the last, and the way to make one. @param {HTMLElement} panel @param {Context} context */
async function showChallenges(panel, { code, me, signal }) {
  const { challenges: list } = await request("GET groups/{group}/challenges", { group: code }, { signal });
  if (signal.aborted) return;
  const open = list.filter(({ ended_at }) => !ended_at);
  const ended = list.filter(({ ended_at }) => ended_at);
  const [last] = ended;
  panel.hidden = false;
  void showArenas(panel, signal, code);
  panel.replaceChildren(
    h("h2", t("challenges")),
    list.length ? "" : h("p.soft", t("challengesHelp")),
    challengeList(open, me),
    h("p.row", link(`/challenge/new?group=${code}`, t("challengeGroup"), "btn")),
    last?.results?.length
      ? stack(h("h3", link(`/challenge/${last.code}`, t("lastChallenge"))), resultsTable(last.results, me))
      : "",
    ended.length > 0 ? h("details", h("summary.small", t("endedChallenges")), challengeList(ended, me)) : "",
  );
}

/** Fill a list with the decided series of the group's room, the latest first. @param {HTMLElement} place @param {Context} context */
const showSeries = (place, { code, signal }) =>
  showPages(
    place,
    (after) => request("GET groups/{group}/series", { group: code, after }, { signal }),
    ({ id, ended_at, races, winners }) =>
      item(
        id,
        link(`/race/series/${id}`, momentText(ended_at)),
        t("seriesFacts", { n: races, names: winners.map(playerName).join(", ") }),
      ),
    t("noSeries"),
  );

/** The header of a page about a group: picture, name and size. @param {wire.Group} group @param {Child[]} more */
export const groupHeader = (group, ...more) =>
  h(
    "header.full-width.group-header",
    groupPicture(group),
    h(
      "div.grow",
      h("h1", group.name),
      h("p.soft", dotted(t("groupSize", { n: group.size }), t(group.private ? "isPrivate" : "isPublic"))),
    ),
    ...more,
  );

/** How often to ask who is here now (ms). */
const PRESENCE_INTERVAL_MS = 60000;
/** Ends the repetitions of the last showing of the page. */
let shown = new AbortController();

/** The page of a group for its members. @param {Context} context */
export function homeParts(context) {
  const { group, signal } = context;
  setMark("groups");
  const inRoom = h("p.small", t("groupRoomHelp"));
  const room = h(
    "section.felt.group-room",
    icon("race"),
    h("div", h("h2", t("groupRoom")), inRoom),
    link(`/group/${context.code}/room`, t("enterGroupRoom"), "btn main big"),
  );
  const members = membersPanel(context);
  const challenges = h("section.panel", { hidden: true });
  showChallenges(challenges, context).catch(toastError);
  const invitation = () => t("groupInvitation", { name: group.name, site: siteName() });
  const series = h("details.plain", h("summary", t("groupSeries")));
  shown.abort();
  shown = new AbortController();
  watchPresence(context, AbortSignal.any([signal, shown.signal]), (now) => {
    if (now.in_room) inRoom.textContent = t("inRoom", { n: now.in_room });
    showAbout(members, now.about);
  });
  return [
    groupHeader(group, shareLink(t("inviteToGroup"), invitation, `/group/${group.invitation}`)),
    stack(room, todayPanel(context), challenges),
    stack(
      missedPanel(context),
      members,
      filledLater(series, () => showSeries(series, context)),
      more(context),
    ),
  ];
}

/** Look who is about, as long as the page is seen. @type {(context: Context, signal: AbortSignal, show: (now: wire.GroupPresence) => void) => void} */
function watchPresence({ code }, signal, show) {
  const look = async () => {
    const now = await call("POST groups/{group}/presence", { group: code });
    if (!signal.aborted) show(now);
  };
  look().catch(() => {});
  whileSeen(PRESENCE_INTERVAL_MS, look, signal);
}

/** The last race that one missed and can still race. @param {Context} context */
const missedPanel = ({ group: { missed } }) =>
  missed
    ? h(
        "section.panel",
        h(
          "p",
          t("missedIn", {
            names: missed.names.map(playerName).join(", "),
            time: momentText(missed.ended_at),
          }),
        ),
        row(
          button(t("raceToo"), () => enterRoom(call("POST rooms", { missed: missed.race })), "btn"),
          link(`/race/${missed.race}`, t("wholeRace"), "btn quiet"),
        ),
      )
    : "";

/** Settings, export, feeds, leaving. @param {Context} context */
function more(context) {
  const { code, group } = context;
  const isOwner = group.role === "owner";
  const runsIt = isOwner || group.role === "co_owner";
  const leave = () => call("DELETE groups/{group}/members/me", { group: code }).then(() => go("/group"));
  return h(
    "section.plain",
    stack(...(runsIt ? ownerParts(context) : [])),
    folded(
      t("groupMore"),
      row(
        h(
          "a.btn.quiet.small",
          { href: `/api/v1/groups/${code}/results.csv`, download: "" },
          t("downloadResults"),
        ),
        h("a.btn.quiet.small", { href: `/feeds/${group.feed}.atom`, target: "_blank" }, t("feed_atom")),
        sureButton(t("leaveGroup"), t("leaveGroupSure", { name: group.name }), leave, "btn quiet small"),
        !isOwner && reportGroupButton(code),
      ),
    ),
  );
}
