import { t } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";
import { LongList, PAGE } from "./list.js";
import { searchField } from "./search.js";

/** @import { Broadcast } from "../broadcast/broadcast.js" */
/** @import { Event, Listed, Member } from "../net/messages.js" */
/** @import { PhaseContext } from "../room/screen.js" */
/** @typedef {{ member: Member, game: string | undefined }} Found a player, and the game in the race, if there is one */

/** A field to find the board of a player in a large race, and what was found. */
export class Finder {
  #text = "";
  /** The game that was chosen, until its board is there. */ #chosen = "";
  /** @type {LongList<Found>} */ #list;

  /** @param {PhaseContext} room @param {Broadcast} broadcast @param {(id: string) => void} onPick shows a game large */
  constructor({ session, signal }, broadcast, onPick) {
    this.onPick = onPick;
    this.look = (/** @type {string} */ id) => {
      this.#chosen = id;
      if (broadcast.state?.entries.some((entry) => entry.id === id)) return this.#show();
      session.send({ t: "look", games: [id, ...(session.replica.crowd?.looked ?? [])].slice(0, PAGE) });
    };
    this.#list = new LongList(
      {
        label: t("players"),
        ask: (offset) => session.send({ t: "browse", text: this.#text, offset }),
        draw: (found) => this.#row(found),
      },
      signal,
    );
    this.#list.element.hidden = true;
    const search = searchField((text) => {
      this.#text = text;
      this.#list.element.hidden = !text;
      if (text) this.#list.restart();
    }, signal);
    this.element = h(
      "section",
      { class: "panel finder" },
      h("h2", {}, t("findBoard")),
      search,
      this.#list.element,
    );
  }

  /** @param {Event} [event] */
  update(event) {
    if (event?.t === "listed" && event.text === this.#text) this.#take(event);
    if (event?.t === "looked" && event.games.some(({ game }) => game === this.#chosen)) this.#show();
  }

  #show() {
    const id = this.#chosen;
    this.#chosen = "";
    this.onPick(id);
  }

  /** @param {Listed} listed */
  #take({ offset, total, members, seats }) {
    const games = new Map(seats.map(({ player, game }) => [player, game]));
    this.#list.take(offset, {
      total,
      rows: members.map((member) => ({ member, game: games.get(member.id) })),
    });
  }

  /** @param {Found} [found] undefined: it is not there yet */
  #row(found) {
    if (!found) return h("li", { class: "waiting" }, "…");
    const { game, member } = found;
    return h(
      "li",
      { "data-key": member.id },
      h("b", { class: "grow" }, member.name),
      !!game &&
        button(t("watchNow"), () => this.look(game), {
          class: "btn small",
          "aria-label": t("watchPlayer", { name: member.name }),
        }),
    );
  }
}
