import { t } from "../i18n/index.js";
import { DEFAULTS } from "../net/protocol.js";
import { playerColours } from "../people/names.js";
import { faceOf } from "../room/faces.js";
import { invitation } from "../room/invitation.js";
import { Result } from "../room/result.js";
import { rulesLine } from "../room/settings.js";
import { membersHere, nextButtons, playersOf, rematchStatus } from "../room/start-buttons.js";
import { h, morph } from "../ui/dom.js";
import { note, stack } from "../ui/parts.js";

/** The view of a spectator before the first race of a room: the members, the rules, and how to join. @param {PhaseContext} room */
export function waiting({ code, session }) {
  const members = h("section.panel");
  const rules = h("section.plain");
  const render = () => {
    const { room } = session.replica;
    if (!room) return;
    const here = membersHere(session.replica);
    const { seats = DEFAULTS.seats } = room.settings;
    const colours = playerColours(room.members.map(({ id }) => id));
    morph(
      members,
      h("h2", t("playersOf", { n: playersOf(room.members).length, seats })),
      h(
        "ul.faces",
        ...room.members.map((member) =>
          faceOf(session, member, colours.get(member.id) ?? 0, here.includes(member)),
        ),
      ),
      note(t("readyHelp")),
    );
    morph(rules, h("p", ...rulesLine(room.settings)));
  };
  return { element: h("div.stack.two-columns.waiting", members, stack(invitation(code), rules)), render };
}

/** The view of a spectator after a race: its result, with the way to the next race for those who sit out. @param {PhaseContext} room */
export function watchedResult(room) {
  const { replica, seeds } = room.session;
  const result = new Result(replica, seeds, room.signal);
  const actions = () =>
    replica.sitsOut ? nextButtons(room) : { next: [], status: rematchStatus(replica), also: [] };
  return { element: result.element, render: () => result.render(actions) };
}
