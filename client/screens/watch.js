import { RoomScreen } from "./room.js";

/** A room, watched. @type {import("../router.js").Screen} */
export default function watch(shell, code) {
  const screen = new RoomScreen(shell, code.toUpperCase(), null);
  return () => screen.close();
}
