import { RoomScreen } from "./screen.js";

/** A room, watched. @type {import("../ui/router.js").Screen} */
export default function watch(shell, code) {
  const screen = new RoomScreen(shell, code.toUpperCase(), null);
  return () => screen.close();
}
