import { t } from "../i18n/index.js";
import { memberLine } from "../room/member-line.js";
import { openDialog } from "../ui/dialog.js";
import { button, h, icon } from "../ui/dom.js";
import { every } from "../ui/timers.js";
import { LongList, PAGE } from "./list.js";
import { searchField } from "./search.js";

/** @import { Crowd, Event, Listed, Member } from "../net/messages.js" */
/** @import { Roles } from "../room/roles.js" */
/** @import { PhaseContext } from "../room/screen.js" */
/** @typedef {Member & { isHere: boolean }} Found a member, and whether that one is connected */

/** How often the list follows what has changed (ms). */
const REFRESH_MS = 3000;

/** How many players a large room has, and how many of them are ready and online. @type {(size: Crowd) => string} */
const sizeText = ({ members, present, ready }) =>
  [t("playerCount", { n: members }), t("readyCount", { n: ready }), t("onlineCount", { n: present })].join(
    " · ",
  );

/** The members of a large room: how many there are, and a list to scroll through and to search. */
export class CrowdMembers {
  #size = h("p", { class: "numbers" });
  #text = "";
  #nobody = h("p", { class: "soft long-nobody", role: "status", hidden: true }, t("nobodyFound"));
  /** The numbers that the list was asked for by. */ #asked = "";
  /** Loaded a moment later. @type {Roles | undefined} */ roles;

  /** @param {PhaseContext} room */
  constructor({ session, signal }) {
    this.session = session;
    /** @type {LongList<Found>} */
    this.list = new LongList(
      {
        label: t("players"),
        ask: (offset) => session.send({ t: "browse", text: this.#text, offset }),
        draw: (member) => this.#row(member),
      },
      signal,
    );
    const search = searchField((text) => {
      this.#text = text;
      this.list.restart();
    }, signal);
    this.element = h(
      "section",
      { class: "panel" },
      this.#size,
      search,
      h("div", { class: "long-frame" }, this.list.element, this.#nobody),
    );
    this.list.restart();
    every(REFRESH_MS, () => this.#refresh(), signal);
  }

  /** @param {Event} [event] */
  update(event) {
    const { size } = this.session.replica.crowd ?? {};
    if (size) this.#size.textContent = sizeText(size);
    if (event?.t === "welcome") this.list.refresh();
    if (event?.t === "listed") this.#take(event);
    else if (!event || event.t === "room") this.list.render();
  }

  /** A list that does not show what has changed is asked for again, while somebody can see it. */
  #refresh() {
    const numbers = JSON.stringify(this.session.replica.crowd?.size);
    if (numbers === this.#asked || document.hidden) return;
    this.#asked = numbers;
    this.list.refresh();
  }

  /** @param {Listed} listed */
  #take({ text, offset, total, members, present }) {
    if (text !== this.#text || offset % PAGE) return;
    const here = new Set(present);
    this.list.take(offset, {
      total,
      rows: members.map((each) => ({ ...each, isHere: !!each.bot || here.has(each.id) })),
    });
    this.#nobody.hidden = total > 0;
  }

  /** @param {Found} [member] undefined: it is not there yet */
  #row(member) {
    if (!member) return h("li", { class: "waiting" }, "…");
    const { id, isHere } = member;
    const { isHost, you } = this.session.replica;
    const isMe = id === you?.id;
    return h(
      "li",
      { "data-key": id, class: isMe ? "me" : "" },
      ...memberLine(this.session, member, isHere, this.roles),
      isHost && !isMe && this.#moreButton(member),
    );
  }

  /** What a host can do to a member, behind a button: so all rows are equally high. @param {Found} member */
  #moreButton(member) {
    const { company } = this.session;
    const open = () => {
      const dialog = openDialog(
        member.name,
        h("div", { class: "stack" }, this.roles?.cohostButton(member), company?.hostButtons(member)),
      );
      dialog.querySelector(".stack")?.addEventListener("click", () => dialog.close());
    };
    return (
      !!company &&
      button(icon("more"), open, {
        class: "btn quiet icon",
        "aria-haspopup": "dialog",
        "aria-label": `${t("manage")}: ${member.name}`,
      })
    );
  }
}
