import { createGhostRoom } from "../net/api.js";
import { button } from "../ui/dom.js";
import { go } from "../ui/router.js";

/** A button that races a finished game: in a solo room, on its deal. @type {(text: string, game: string, props?: object) => HTMLButtonElement} */
export const ghostButton = (text, game, props) =>
  button(text, () => createGhostRoom(game).then(({ code }) => go(`/r/${code}`)), props);
