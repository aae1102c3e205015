import { OwnGame } from "../race/predicted-game.js";
import { RoomScreen } from "./screen.js";

/** A room, with a seat in it. @type {import("../ui/router.js").Screen} */
export default function play(shell, code) {
  const screen = new RoomScreen(shell, code.toUpperCase(), OwnGame);
  return () => screen.close();
}
