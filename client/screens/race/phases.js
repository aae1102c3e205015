import { deck, race } from "../../room/solo.js";
import { load } from "../../ui/load.js";

/** @import { PhaseKind } from "../../race/phase.js" */
/** @typedef {{ default: new (context: PhaseContext, race: wire.RaceView) => Phase }} PhaseModule the race is there in a phase that has one */

/** The style sheets that the phases need besides their modules. */
const BOARD = /** @type {const} */ (["board/board.css"]);
const MEMBERS = /** @type {const} */ (["ui/page.css"]);
const PEOPLE = /** @type {const} */ ([...MEMBERS, "people/avatars.css", "room/room.css"]);
const RESULT = /** @type {const} */ ([
  ...MEMBERS,
  "people/avatars.css",
  "race/grid.css",
  "room/result.css",
  "room/series.css",
]);
/** @type {{ [kind in PhaseKind]: () => Promise<PhaseModule> }} */
export const PHASES = {
  deck,
  lobby: () => load(import("../../room/lobby.js"), ...PEOPLE, "room/chat.css"),
  result: () => load(import("../../room/result-screen.js"), ...RESULT),
  finding: () => load(import("../../room/finding.js"), ...PEOPLE),
  race,
  spectate: () =>
    load(
      import("../../broadcast/spectate.js"),
      "ui/page.css",
      ...BOARD,
      "board/watched.css",
      "broadcast/broadcast.css",
    ),
};
