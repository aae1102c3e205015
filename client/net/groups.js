import { call, path as joined, ofPlayer, request } from "./api.js";
import { withQuery } from "./play.js";

/** @import { Group, GroupBoard, GroupChange, GroupHistory, GroupList, GroupMember, GroupPresence, GroupSeason, GroupSeriesList, NewGroup, NewWebhook, Reported, RoomCreated, Webhook, WebhookChange, WebhookList, WebhookSecret, WebhookTried } from "./messages.js" */

/** A path below the groups. @param {string[]} parts */
const groupPath = (...parts) => joined("groups", ...parts);

/** @type {(signal: AbortSignal) => Promise<GroupList>} */
export const groups = (signal) => ofPlayer("groups", { groups: [] }, signal);

/** @type {(body: NewGroup) => Promise<Group>} */
export const newGroup = (body) => call("POST", groupPath(), { body });

/** A group by its code or its invitation. @type {(group: string, signal: AbortSignal) => Promise<Group>} */
export const group = (group, signal) => request("GET", groupPath(group), { signal });

/** @type {(group: string, body: GroupChange) => Promise<Group>} */
export const changeGroup = (group, body) => call("PATCH", groupPath(group), { body });

/** Delete a group. `name`, typed in by its owner, confirms it. @type {(group: string, name: string) => Promise<GroupList>} */
export const deleteGroup = (group, name) => call("DELETE", groupPath(group), { body: { name } });

/** Replace the link that lets people in. @type {(group: string) => Promise<Group>} */
export const renewInvitation = (group) => call("POST", groupPath(group, "invitation"));

/** @type {(group: string) => Promise<Group>} */
export const joinGroup = (group) => call("POST", groupPath(group, "members"));

/** @type {(group: string) => Promise<GroupList>} */
export const leaveGroup = (group) => call("DELETE", groupPath(group, "members", "me"));

/** @type {(group: string, player: string, role: GroupMember["role"]) => Promise<Group>} */
export const changeRole = (group, player, role) =>
  call("PUT", groupPath(group, "members", player), { body: { role } });

/** @type {(group: string, player: string) => Promise<Group>} */
export const removeMember = (group, player) => call("DELETE", groupPath(group, "members", player));

/** Whether the other members see that the player is about. @type {(group: string, shows: boolean) => Promise<Group>} */
export const showPresence = (group, shows) => call("PUT", groupPath(group, "presence"), { body: { shows } });

/** Be about, and see who else is. @type {(group: string) => Promise<GroupPresence>} */
export const presence = (group) => call("POST", groupPath(group, "presence"));

/** The room of a group. @type {(group: string) => Promise<RoomCreated>} */
export const groupRoom = (group) => call("POST", groupPath(group, "room"));

/** @type {(group: string, variant: string, date: string, signal: AbortSignal) => Promise<GroupBoard>} */
export const groupBoard = (group, variant, date, signal) =>
  request("GET", groupPath(group, "dailies", variant, date), { signal });

/** @type {(group: string, variant: string, after: string, signal: AbortSignal) => Promise<GroupHistory>} */
export const groupHistory = (group, variant, after, signal) =>
  request("GET", withQuery(groupPath(group, "dailies", variant), { after }), { signal });

/** The decided series of a group's rooms. @type {(group: string, after: string, signal: AbortSignal) => Promise<GroupSeriesList>} */
export const groupSeries = (group, after, signal) =>
  request("GET", withQuery(groupPath(group, "series"), { after }), { signal });

/** The table of a group between two dates. @type {(group: string, variant: string, first: string, last: string, signal: AbortSignal) => Promise<GroupSeason>} */
export const groupSeason = (group, variant, first, last, signal) =>
  request("GET", groupPath(group, "seasons", variant, first, last), { signal });

/** Where the results of a group can be downloaded. @param {string} group */
export const resultsOf = (group) => `/api/v1/${groupPath(group, "results.csv")}`;

/** @type {(group: string) => Promise<Reported>} */
export const reportGroup = (group) => call("POST", groupPath(group, "reports"), { body: {} });

/** A path below the webhooks of a group. @param {string} group @param {string[]} parts */
const webhookPath = (group, ...parts) => joined("groups", group, "webhooks", ...parts);

/** @type {(group: string) => Promise<WebhookList>} */
export const webhooks = (group) => request("GET", webhookPath(group));

/** @type {(group: string, body: NewWebhook) => Promise<WebhookSecret>} */
export const newWebhook = (group, body) => call("POST", webhookPath(group), { body });

/** @type {(group: string, id: string, body: WebhookChange) => Promise<Webhook>} */
export const changeWebhook = (group, id, body) => call("PATCH", webhookPath(group, id), { body });

/** @type {(group: string, id: string) => Promise<WebhookList>} */
export const removeWebhook = (group, id) => call("DELETE", webhookPath(group, id));

/** @type {(group: string, id: string) => Promise<WebhookSecret>} */
export const renewSecret = (group, id) => call("POST", webhookPath(group, id, "secret"));

/** @type {(group: string, id: string) => Promise<WebhookTried>} */
export const testWebhook = (group, id) => call("POST", webhookPath(group, id, "test"));

/** Send again what has not arrived. @type {(group: string, id: string) => Promise<Webhook>} */
export const resend = (group, id) => call("POST", webhookPath(group, id, "dead"));
