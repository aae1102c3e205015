import { t } from "../i18n/index.js";
import { h, morph } from "../ui/dom.js";
import { membersHere, playersOf } from "./start-buttons.js";

export { standBy } from "./stand-by.js";

/** @import { RoomReplica } from "./replica.js" */

/** @import { PhaseContext } from "./screen.js" */

/** Show who is still here and wants another race, for whom one waits, and what to do meanwhile. @param {HTMLElement} element @param {PhaseContext} room */
export function showPeople(element, room) {
  const { replica } = room.session;
  morph(element, waitingFor(replica), peopleHere(replica));
}

/** @param {RoomReplica} replica */
const peopleHere = (replica) =>
  h(
    "ul",
    { class: "row people", "aria-label": t("players") },
    ...membersHere(replica).map(({ id, name, ready }) =>
      h("li", { "data-key": id, class: `tag${ready ? " ready" : ""}` }, name, ready && ` · ${t("isReady")}`),
    ),
  );

/** For whom one waits who is ready, and which of them are not there. @param {RoomReplica} replica */
function waitingFor(replica) {
  const { isHost, room, self } = replica;
  if (isHost || !self?.ready) return false;
  const here = membersHere(replica);
  const names = playersOf(room?.members ?? [])
    .filter(({ bot, ready }) => !bot && !ready)
    .map((member) => (here.includes(member) ? member.name : `${member.name} (${t("away")})`));
  return names.length > 0 && h("p", { role: "status" }, t("waitingFor", { names: names.join(", ") }));
}
