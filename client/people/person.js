import { t } from "../i18n/index.js";
import { call, ofPlayer, request } from "../net/api.js";
import { openMenu } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { loadStyles, once } from "../ui/load.js";
import { note, opener } from "../ui/parts.js";
import { toast } from "../ui/say.js";
import { tagOf } from "./names.js";

/** @import { Subject } from "./report.js" */

/** The ids of the people whom the player blocks. @type {Set<string>} */
let blocked = new Set();
/** Functions that are called after a change. @type {Set<() => void>} */
const listeners = new Set();

/** Load the people whom the player blocks, once on this page: nobody for a visitor, or without the server. */
export const loadBlocks = once(() => ofPlayer("GET me/blocks", { players: [] }), take);

/** Whether the player blocks somebody, as far as it is loaded. @param {string} player */
export const isBlocked = (player) => blocked.has(player);

/** Block somebody, or end that. @type {(player: string, isOn: boolean) => Promise<void>} */
export const setBlocked = async (player, isOn) =>
  take(
    await (isOn ? call("POST me/blocks", { player }) : request("DELETE me/blocks/{id}", { id: player })),
  ) && undefined;

/** Hear of every change. @param {() => void} listener @param {AbortSignal} signal */
export function onBlocks(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}

/** @param {wire.BlockList} list @returns {wire.BlockedPlayer[]} */
function take({ players }) {
  blocked = new Set(players.map(({ id }) => id));
  for (const listener of listeners) listener();
  return players;
}

/** Ask why a player is to be reported, and report. @type {(name: string, subject: Subject) => Promise<void>} */
const openReport = async (name, subject) => (await import("./report.js")).openReport(name, subject);

/** A quiet button that reports a player. @param {string} name @param {Subject} subject */
export const reportButton = (name, subject) =>
  button(t("report"), () => openReport(name, subject), "btn quiet small", name);

/** Where somebody was met: a line of the chat of a room, a room that the player hosts. @typedef {{ room?: string, line?: string, remove?: () => void, mute?: () => { isOn: boolean, set: (isOn: boolean) => void } | undefined }} Met */

/** Open the dialog about somebody: look at the profile, report, block. @type {(person: Named, met: Met) => Promise<void>} */
async function openPerson({ player, name }, { room, line, remove, mute }) {
  const [{ isFollowed, loadFollowed, setFollowed }] = await Promise.all([
    import("./follow.js"),
    loadBlocks(),
    loadStyles("ui/page.css"),
  ]);
  await loadFollowed();
  const muting = mute?.();
  const isOn = isBlocked(player);
  const isFollowing = isFollowed(player);
  const block = async () => {
    await setBlocked(player, !isOn);
    toast(t(isOn ? "isUnblocked" : "isBlocked", { name }));
    if (!isOn) remove?.();
  };
  openMenu(
    `${name} #${tagOf(player)}`,
    !!line && h("blockquote.small", line),
    location.pathname !== `/p/${player}` &&
      h("a.btn", { href: `/p/${player}`, target: room && "_blank" }, t("profileOf")),
    !isOn && [t(isFollowing ? "unfollow" : "follow"), () => setFollowed({ player, name }, !isFollowing)],
    [t("reportIt"), () => openReport(name, { player, ...(line && { room, line }) })],
    muting && [t(muting.isOn ? "unmuteHere" : "muteHere"), () => muting.set(!muting.isOn)],
    [t(isOn ? "unblock" : "block"), block],
    note(t(isOn ? "unblockHelp" : "blockHelp")),
  );
}

/** The name of somebody else as a button, which opens the dialog about them; a bot's is only read. @type {(person: Named, label: string, met: Met) => HTMLElement} */
export const personButton = (person, label, met) =>
  tagOf(person.player) ? opener(label, () => openPerson(person, met), "person") : h("b", label);
