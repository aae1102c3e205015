import { addBlock, blocks, removeBlock } from "../net/moderation.js";

/** @import { BlockedPlayer, BlockList } from "../net/messages.js" */

/** The ids of those whom the player blocks. @type {Set<string>} */
let blocked = new Set();
/** @type {Promise<unknown> | undefined} */
let loading;
/** Those who want to know of changes. @type {Set<() => void>} */
const listeners = new Set();

/** Load whom the player blocks, once on this page. It is nobody for one who is not known yet, or without the server. */
export const loadBlocks = () => {
  loading ??= blocks().then(take, () => {
    loading = undefined;
  });
  return loading;
};

/** Whether the player blocks somebody, as far as it is loaded. @param {string} player */
export const isBlocked = (player) => blocked.has(player);

/** Block somebody, or end that. @type {(player: string, isOn: boolean) => Promise<void>} */
export const setBlocked = async (player, isOn) =>
  take(await (isOn ? addBlock(player) : removeBlock(player))) && undefined;

/** Hear of every change. @param {() => void} listener @param {AbortSignal} signal */
export function onBlocks(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}

/** @param {BlockList} list @returns {BlockedPlayer[]} */
function take({ players }) {
  blocked = new Set(players.map(({ id }) => id));
  for (const listener of listeners) listener();
  return players;
}
