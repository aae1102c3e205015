import { call, path as joined, paged } from "./api.js";

/** @import { Group, GroupBoard, GroupChange, GroupHistory, GroupList, GroupMember, GroupPresence, GroupSeason, GroupSeriesList, NewGroup, Reported, RoomCreated } from "./messages.js" */

/** A path below the groups. @param {string[]} parts */
const path = (...parts) => joined("groups", ...parts);

/** @type {(signal: AbortSignal) => Promise<GroupList>} */
export const groups = (signal) => call("GET", path(), { signal });

/** @type {(body: NewGroup) => Promise<Group>} */
export const newGroup = (body) => call("POST", path(), { body });

/** A group by its code or its invitation. @type {(group: string, signal: AbortSignal) => Promise<Group>} */
export const group = (group, signal) => call("GET", path(group), { signal });

/** @type {(group: string, body: GroupChange) => Promise<Group>} */
export const changeGroup = (group, body) => call("PATCH", path(group), { body });

/** Delete a group. `name`, typed in by its owner, confirms it. @type {(group: string, name: string) => Promise<GroupList>} */
export const deleteGroup = (group, name) => call("DELETE", path(group), { body: { name } });

/** Replace the link that lets people in. @type {(group: string) => Promise<Group>} */
export const renewInvitation = (group) => call("POST", path(group, "invitation"));

/** @type {(group: string) => Promise<Group>} */
export const joinGroup = (group) => call("POST", path(group, "members"));

/** @type {(group: string) => Promise<GroupList>} */
export const leaveGroup = (group) => call("DELETE", path(group, "members", "me"));

/** @type {(group: string, player: string, role: GroupMember["role"]) => Promise<Group>} */
export const changeRole = (group, player, role) =>
  call("PUT", path(group, "members", player), { body: { role } });

/** @type {(group: string, player: string) => Promise<Group>} */
export const removeMember = (group, player) => call("DELETE", path(group, "members", player));

/** Whether the other members see that the player is about. @type {(group: string, shows: boolean) => Promise<Group>} */
export const showPresence = (group, shows) => call("PUT", path(group, "presence"), { body: { shows } });

/** Be about, and see who else is. @type {(group: string) => Promise<GroupPresence>} */
export const presence = (group) => call("POST", path(group, "presence"));

/** The room of a group. @type {(group: string) => Promise<RoomCreated>} */
export const groupRoom = (group) => call("POST", path(group, "room"));

/** @type {(group: string, variant: string, date: string, signal: AbortSignal) => Promise<GroupBoard>} */
export const groupBoard = (group, variant, date, signal) =>
  call("GET", path(group, "dailies", variant, date), { signal });

/** @type {(group: string, variant: string, after: string, signal: AbortSignal) => Promise<GroupHistory>} */
export const groupHistory = (group, variant, after, signal) =>
  call("GET", paged(path(group, "dailies", variant), { after }), { signal });

/** The decided series of a group's rooms. @type {(group: string, after: string, signal: AbortSignal) => Promise<GroupSeriesList>} */
export const groupSeries = (group, after, signal) =>
  call("GET", paged(path(group, "series"), { after }), { signal });

/** The table of a group between two dates. @type {(group: string, variant: string, first: string, last: string, signal: AbortSignal) => Promise<GroupSeason>} */
export const groupSeason = (group, variant, first, last, signal) =>
  call("GET", path(group, "seasons", variant, first, last), { signal });

/** Where the results of a group can be downloaded. @type {(group: string, kind: "csv" | "json") => string} */
export const resultsOf = (group, kind) => `/api/v1/${path(group, `results.${kind}`)}`;

/** @type {(group: string) => Promise<Reported>} */
export const reportGroup = (group) => call("POST", path(group, "reports"), { body: {} });
