import { t } from "../i18n/index.js";
import { button, icon } from "../ui/dom.js";
import { membersHere } from "./start-buttons.js";

/** @import { RoomReplica } from "./replica.js" */
/** @import { PhaseContext } from "./screen.js" */

/** Puzzles against the clock for everybody in the room, where there is somebody to ask. @param {PhaseContext} room */
export const stormButton = (room) =>
  mayAskOthers(room.session.replica) &&
  button(
    [icon("storm"), t("stormTogether")],
    async () => (await import("../puzzles/together.js")).stormTogether(room),
    { class: "btn quiet" },
  );

/** Whether a player may ask the others to something. @param {RoomReplica} replica */
function mayAskOthers(replica) {
  const { isSolo, self, you } = replica;
  return (
    !isSolo && !!self && !self.muted && membersHere(replica).some(({ id, bot }) => !bot && id !== you?.id)
  );
}
