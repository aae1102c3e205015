import { toastError } from "../ui/errors.js";
import { go } from "../ui/router.js";

/** @import { RoomCreated, VariantChoice } from "../net/messages.js" */

/**
 * Enter a room as soon as it is created. `deals`: the rules of the game that begins there at once; its deck lies ready.
 * @type {(creating: Promise<RoomCreated>, deals?: VariantChoice | false) => Promise<void>}
 */
export const enterRoom = (creating, deals = false) =>
  creating.then(({ code }) => go(`/r/${code}`, deals && { deals }), toastError);
