import { load } from "../ui/load.js";

/** @import { RoomReplica } from "../room/replica.js" */
/** @import { RaceGrid } from "./grid.js" */
/** @import { Racer } from "./state.js" */
/** Who plays beside oneself and is seen. @typedef {{ boards?: RaceGrid, ghosts?: (elapsed: number) => Racer[] }} Company */

/** Show the boards of the others, and the ghost that is raced, if any. @type {(replica: RoomReplica, side: HTMLElement, signal: AbortSignal) => Promise<Company>} */
export async function company(replica, side, signal) {
  const { ghost, settings } = replica.room ?? {};
  const boards =
    settings?.boards_open && !replica.isSolo ? await openBoards(replica, side, signal) : undefined;
  return { boards, ghosts: ghost ? await ghosts(ghost, side, signal) : undefined };
}

/** @type {(replica: RoomReplica, side: HTMLElement, signal: AbortSignal) => Promise<RaceGrid>} */
async function openBoards(replica, side, signal) {
  const { RaceGrid } = await load(import("./grid.js"), "race/grid.css");
  const boards = new RaceGrid(replica, "rival-boards", signal);
  side.append(boards.element);
  boards.update();
  return boards;
}

/** @type {(id: string, side: HTMLElement, signal: AbortSignal) => Promise<Company["ghosts"]>} */
async function ghosts(id, side, signal) {
  const ghost = await (await import("./ghost.js")).loadGhost(id, signal);
  if (ghost) side.append(ghost.element);
  return ghost ? (elapsed) => [ghost.at(elapsed)] : undefined;
}
