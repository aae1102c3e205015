import { t } from "../i18n/index.js";
import { openRules } from "../learn/rules.js";
import { nameForm } from "../people/name-form.js";
import { notifyButton } from "../push/notify-button.js";
import { openDialog, sureButton } from "../ui/dialog.js";
import { h, icon, morph } from "../ui/dom.js";
import { addIcons } from "../ui/icons.js";
import { list, opener, row, stack } from "../ui/parts.js";
import { onAbort } from "../ui/timers.js";
import { balanceButton, memberTeam } from "./faces.js";
import { cohostButton, memberLine, openBots, roleTags, seatButton } from "./members.js";
import { settingsList } from "./settings.js";
import { isFull, membersHere } from "./start-buttons.js";

addIcons({ seal: "M12 3l7 3v5q0 7-7 10-7-3-7-10V6zm-3 9 2 2 4-4" });

/** The rare actions in a lobby: those of the host on members, the seat, the name, the rules in words, the way out. */
export class RoomMenu {
  #members = stack();
  #ways = stack();
  #dialog;

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.session = room.session;
    this.#dialog = openDialog(t("more"), this.#members, nameForm(room.signal), this.#ways);
    onAbort(room.signal, () => this.#dialog.close());
    this.update();
  }

  update() {
    const { room } = this.session.replica;
    if (!room || !this.#dialog.isConnected) return;
    this.#renderMembers(room);
    if (!this.#ways.hasChildNodes()) this.#renderWays(room);
  }

  /** @param {wire.RoomView} room */
  #renderMembers({ members, settings }) {
    const { isHost, self } = this.session.replica;
    const here = membersHere(this.session.replica);
    morph(
      this.#members,
      list(...members.map((member) => this.#member(member, here.includes(member) || member.id === self?.id))),
      row(
        isHost &&
          opener(
            [icon("bot"), t("addBot")],
            () => openBots((level) => this.session.send({ t: "addbot", level })),
            { disabled: isFull(this.session.replica) },
          ),
        isHost && !!settings.teams && balanceButton(this.session),
      ),
      seatButton(this.session),
    );
  }

  /** @param {wire.Member} member @param {boolean} isHere */
  #member(member, isHere) {
    const { id, bot = 0 } = member;
    const { isHost, you } = this.session.replica;
    return h(
      "li",
      { "data-key": id, class: bot ? "bot" : "" },
      ...memberLine(this.session, member, isHere, ...roleTags(member), memberTeam(this.session, member)),
      h(
        "span.row",
        cohostButton(this.session, member),
        isHost && id !== you?.id && this.session.company?.hostButtons(member),
      ),
    );
  }

  /** @param {wire.RoomView} room */
  #renderWays(room) {
    const readRules = () => {
      this.#dialog.close();
      openRules();
    };
    this.#ways.append(
      ...settingsList(room.settings),
      h(
        "div.row",
        opener([icon("help"), t("how")], readRules, "btn quiet"),
        room.commitment &&
          opener(
            [icon("seal"), t("fingerprint", { code: room.commitment.slice(0, 8) })],
            () => openDraw(room),
            "btn quiet",
          ),
        h("a.btn.quiet", { href: `/w/${room.code}`, target: "_blank" }, t("watchLink")),
        room.group && h("a.btn.quiet", { href: `/group/${room.group}` }, t("toGroup")),
        notifyButton("starts") || "",
        sureButton(t("leave"), t("leaveSure"), () => this.session.send({ t: "leave" }), "btn quiet"),
      ),
    );
  }
}

/** Show the commitment of the room for its next race, and its meaning. @param {wire.RoomView} room */
const openDraw = ({ commitment, seeds = 0 }) =>
  openDialog(
    t("fingerprint", { code: "" }),
    stack(h("p", t("fingerprintHelp")), h("p.code", commitment), h("p", t("seedsIn", { n: seeds }))),
  );
