import { t } from "../../i18n/index.js";
import { call, request, self } from "../../net/api.js";
import { isDay } from "../../ui/dates.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { row } from "../../ui/parts.js";
import { go, refresh } from "../../ui/router.js";
import { toast } from "../../ui/say.js";
import { groupHeader, homeParts } from "./group-home.js";
import { dayParts, seasonParts } from "./group-past.js";
import { todayPanel } from "./group-today.js";
import { reportGroupButton, showGroups } from "./groups.js";

/**
 * The data of the parts of a group's page: `code` is the group's, `me` the player's id; `update` shows a changed group.
 * @typedef {{ group: wire.Group, code: string, me: string, signal: AbortSignal, update: (group: wire.Group) => void }} Context
 */

const MONTH_LENGTH = 7;
const WEBHOOKS = "webhooks";

/** The own groups; a group by its code or invitation, one of its dates or months, its webhooks or its room. @param {Page} page @param {string} [handle] @param {string} [part] */
export default async function groupScreen(page, handle = "", part = "") {
  const { shell, signal } = page;
  const place = h("div.page.group");
  byId("main").append(place);
  if (!handle) {
    shell.title(t("groups"));
    return showGroups(place, signal);
  }
  if (part === "room") {
    const { code } = await call("POST groups/{group}/room", { group: handle });
    history.replaceState(null, "", `/r/${code}`); // the way back does not come here again
    return refresh();
  }
  const [found, player] = await Promise.all([
    request("GET groups/{group}", { group: handle }, { signal }),
    self(signal),
  ]);
  shell.title(found.name);
  const day = isDay(part) || isMonth(part) || part === WEBHOOKS ? part : "";
  await show(found, { handle, day, me: player?.id ?? "", place, signal });
}

/** @param {string} text */
const isMonth = (text) => text.length === MONTH_LENGTH && isDay(`${text}-01`);

/** The parts of the page for a date, a month, the webhooks, or the group. @type {(context: Context, day: string) => Promise<HTMLElement[]> | HTMLElement[]} */
function inside(context, day) {
  if (day === WEBHOOKS)
    return import("./group-webhooks.js").then(({ webhookParts }) => webhookParts(context));
  if (isMonth(day)) return seasonParts(context, day);
  return day ? dayParts(context, day) : homeParts(context);
}

/** @typedef {{ handle: string, day: string, me: string, place: HTMLElement, signal: AbortSignal }} Shown the values that stay while a group changes */

/** @param {wire.Group} group @param {Shown} frame */
async function show(group, frame) {
  const { handle, day, me, place, signal } = frame;
  const update = (/** @type {wire.Group} */ changed) => void show(changed, frame);
  const context = { group, code: group.code ?? handle, me, signal, update };
  if (group.role && group.role !== "pending" && group.code && group.code !== handle && !day)
    history.replaceState(null, "", `/group/${group.code}`);
  const isMember = !!group.role && group.role !== "pending";
  // The results of a public group are for everybody.
  const isShown = isMember || (!group.private && !!day && day !== WEBHOOKS);
  const parts = await (isShown ? inside(context, day) : invitationParts(context));
  if (signal.aborted) return;
  place.classList.toggle("two-columns", isMember && !day);
  place.replaceChildren(...parts);
}

/** The view of a group for somebody who does not belong to it: one tap joins. @param {Context} context */
function invitationParts(context) {
  const { group, code } = context;
  const { role, private: isPrivate } = group;
  return [
    groupHeader(group),
    h("section.felt", ...(role ? waiting(context) : invitation(context))),
    !isPrivate && todayPanel(context),
    h("p.row", reportGroupButton(code)),
  ].filter((part) => part instanceof HTMLElement);
}

/** @param {Context} context */
function invitation({ group, code, update }) {
  const join = () =>
    call("POST groups/{group}/members", { group: code }).then((joined) => {
      toast(t(joined.role === "pending" ? "askedToJoin" : "joined", { name: joined.name }));
      update(joined);
    });
  return [
    h("p", t(group.approval ? "inviteApproval" : "inviteLead")),
    row(button(t("joinGroup"), join, "btn main big")),
  ];
}

/** @param {Context} context */
const waiting = ({ code }) => [
  h("p", t("waitsForOwner")),
  row(
    link("/daily", t("n_daily"), "btn main"),
    button(
      t("stopWaiting"),
      () => call("DELETE groups/{group}/members/me", { group: code }).then(() => go("/group")),
      "btn quiet",
    ),
  ),
];
