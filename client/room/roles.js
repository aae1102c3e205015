import { t } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";

/** @import { Member } from "../net/messages.js" */
/** @import { RoomSession } from "./session.js" */

/** Who of a room is a co-host, or sits out, and how that changes. */
export class Roles {
  /** @param {RoomSession} session */
  constructor(session) {
    this.session = session;
  }

  /** What a member is besides a player. @type {(member: Member) => (HTMLElement | false)[]} */
  tags({ cohost = false, sits_out = false }) {
    return [
      cohost && h("span", { class: "tag" }, t("cohost")),
      sits_out && h("span", { class: "tag" }, t("sittingOut")),
    ];
  }

  /** With which the host makes another person a co-host, or takes it back. @type {(member: Member) => HTMLElement | false} */
  cohostButton({ id, name, cohost = false, bot = 0 }) {
    const { room, you } = this.session.replica;
    const text = t(cohost ? "dropCohost" : "makeCohost");
    return (
      room?.host === you?.id &&
      id !== you?.id &&
      !bot &&
      button(text, () => this.session.send({ t: "cohost", player: id, cohost: !cohost }), {
        class: "btn quiet small",
        "aria-label": `${text}: ${name}`,
      })
    );
  }

  /** With which the player gives up the seat and stays, or takes one again. @returns {HTMLElement | false} */
  seatButton() {
    const { isHost, room, sitsOut } = this.session.replica;
    if (!sitsOut && (!isHost || room?.fills_at)) return false;
    return h(
      "div",
      { class: "stack" },
      button(t(sitsOut ? "takeSeat" : "sitOut"), () => this.session.send({ t: "sitout", out: !sitsOut }), {
        class: "btn",
      }),
      h("p", { class: "small soft" }, t(sitsOut ? "sitsOutHelp" : "sitOutHelp")),
    );
  }
}
