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

/** What a spectator sees before the first race of a room: who is there, what will be played, and how to join. */
export class Waiting {
  #members = h("section.panel");
  #rules = h("section.plain");

  /** @param {PhaseContext} room */
  constructor({ code, session }) {
    this.session = session;
    this.element = h("div.stack.two-columns.waiting", this.#members, stack(invitation(code), this.#rules));
  }

  render() {
    const { room } = this.session.replica;
    if (!room) return;
    const { members, settings } = room;
    const here = membersHere(this.session.replica);
    const { seats = DEFAULTS.seats } = settings;
    const colours = playerColours(members.map(({ id }) => id));
    morph(
      this.#members,
      h("h2", t("playersOf", { n: playersOf(members).length, seats })),
      h(
        "ul.faces",
        ...members.map((member) =>
          faceOf(this.session, member, colours.get(member.id) ?? 0, here.includes(member)),
        ),
      ),
      note(t("readyHelp")),
    );
    morph(this.#rules, h("p", ...rulesLine(settings)));
  }
}

/** What a spectator sees after a race: its result. Who sits out gets the way to the next race with it. @param {PhaseContext} room */
export function watchedResult(room) {
  const { replica, seeds } = room.session;
  const result = new Result(replica, seeds, room.signal);
  const actions = () =>
    replica.sitsOut ? nextButtons(room) : { next: [], status: rematchStatus(replica), also: [] };
  return { element: result.element, render: () => result.render(actions) };
}
