import { OwnGame } from "../state/own.js";
import { RoomScreen } from "./room.js";

/** A room, with a seat in it. @type {import("../router.js").Screen} */
export default function play(shell, code) {
  const screen = new RoomScreen(shell, code.toUpperCase(), OwnGame);
  return () => screen.close();
}
