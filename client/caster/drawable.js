/** @import { Entry } from "../broadcast/state.js" */

/** What tells a board to draw on from another one: its game, and how often it was dealt. @type {(entry: Entry) => string} */
export const boardKey = ({ id, shuffles }) => `${id} ${shuffles}`;
