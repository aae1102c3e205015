import { load } from "../ui/load.js";

/** The phases of a game alone: its deck, then its race; each with the styles that it needs. */

const RACE = /** @type {const} */ (["board/board.css", "race/race.css"]);

export const deck = () => load(import("./deck.js"), ...RACE);
export const race = () => load(import("../race/screen.js"), ...RACE, "race/bar.css");
