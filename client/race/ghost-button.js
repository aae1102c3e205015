import { ghostRoom } from "../net/pages.js";
import { button } from "../ui/dom.js";
import { sayProblem } from "../ui/errors.js";
import { go } from "../ui/router.js";

/** Races a finished game: in a room of one's own, on its deal. @param {string} game */
export const raceGhost = (game) => ghostRoom(game).then(({ code }) => go(`/r/${code}`), sayProblem);

/** @type {(text: string, game: string, props?: object) => HTMLButtonElement} */
export const ghostButton = (text, game, props) => button(text, () => raceGhost(game), props);
