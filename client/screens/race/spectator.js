import { RoomScreen } from "./room.js";

/** A room, to watch it. @param {Page} page @param {string} code */
export default function spectatorScreen(page, code) {
  new RoomScreen(page, code.toUpperCase(), null);
}
