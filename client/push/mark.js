import { read, write } from "../preferences/preferences.js";

/** @import { PushDevice } from "../net/messages.js" */
/** @typedef {PushDevice["kinds"][number]} PushKind what notifications are about */
/** @typedef {{ player: string, kinds: PushKind[], at: number }} Mark what this browser shows for a player, and when that was last made sure of */

/** Also read by itself where every byte counts: it says whether there is anything to make sure of. */
const MARK = "gaprace.push";

/** @type {() => Mark | null} */
export const pushMark = () => read(MARK);

/** @param {Mark | null} mark */
export const keepMark = (mark) => write(MARK, mark);

/** Whether this browser shows notifications of a kind that the server pushes. @param {PushKind} kind */
export const showsPush = (kind) => !!pushMark()?.kinds.includes(kind);
