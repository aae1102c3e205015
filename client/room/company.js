import { t } from "../i18n/index.js";
import { labelOf, namesakes } from "../people/look-alikes.js";
import { isBlocked, loadBlocks, onBlocks, personButton } from "../people/person.js";
import { confirmed } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { loadStyles } from "../ui/load.js";

/** Meet others in a room, once it is known whom the player blocks. @param {RoomSession} session @param {() => void} onMet then, and when that changes */
export async function meet(session, onMet) {
  loadStyles("people/people.css").catch(() => {}); // the names can be read without
  await loadBlocks();
  const company = new Company(session);
  session.company = company;
  session.replica.tellApart = (person) => company.labelOf(person);
  onBlocks(onMet, session.options.signal);
  onMet();
}

/** The people who are met in a room: told apart, and left alone if they are blocked. */
export class Company {
  /** @param {RoomSession} session */
  constructor(session) {
    this.session = session;
  }

  /** Whether the player blocks somebody. @param {string} player */
  isBlocked(player) {
    return isBlocked(player);
  }

  /** A name, with a tag if somebody in the room has a name like it. @param {Named} person */
  labelOf(person) {
    const { audience, chat, room } = this.session.replica;
    const { lines } = audience;
    if (this.#alike.room !== room || this.#alike.chat !== chat || this.#alike.lines !== lines)
      this.#alike = { chat, lines, room, players: namesakes(peopleIn(room, chat, lines)) };
    return labelOf(person, this.#alike.players);
  }

  /** The people with names like somebody else's, and the data from which that follows. @type {{ room: wire.RoomView | null, chat: wire.Said[], lines?: wire.Said[], players: Set<string> }} */
  #alike = { room: null, chat: [], lines: [], players: new Set() };

  /** A name that, unless it is the player's own, opens the dialog about somebody, or about a line of the chat. @type {(person: Named, line?: string) => HTMLElement} */
  nameOf(person, line) {
    const label = this.labelOf(person);
    if (person.player === this.session.replica.you?.id) return h("b", label);
    return personButton(person, label, {
      room: this.session.replica.room?.code,
      line,
      remove: () => this.#remove(person.player),
      mute: () => this.#muteOf(person.player),
    });
  }

  /** The spectators that the player has muted here as the host. @type {Set<string>} */ #muted = new Set();

  /** Whether the player, as the host, has muted a spectator, and how that changes; members have a button in the lobby. @param {string} player */
  #muteOf(player) {
    const { isHost, room } = this.session.replica;
    if (!isHost || room?.members.some(({ id }) => id === player)) return undefined;
    const set = (/** @type {boolean} */ isOn) => {
      this.session.send({ t: "mute", player, muted: isOn });
      if (isOn) this.#muted.add(player);
      else this.#muted.delete(player);
    };
    return { isOn: this.#muted.has(player), set };
  }

  /** Whether a member stands below the player: only the host is over co-hosts. @param {wire.Member} member */
  #isOver({ id, cohost }) {
    const { room, you } = this.session.replica;
    return room?.host === you?.id || (id !== room?.host && !cohost);
  }

  /** The actions of the host, or a co-host, on another member. @param {wire.Member} member */
  hostButtons(member) {
    const { id, name, muted = false, bot = 0 } = member;
    if (!this.#isOver(member)) return false;
    const mute = () => this.session.send({ t: "mute", player: id, muted: !muted });
    return h(
      "span",
      !bot && button(t(muted ? "unmute" : "mute"), mute, "btn quiet small", name),
      button(t("kick"), () => this.#kick(member), "btn quiet small", name),
    );
  }

  /** A bot can be added again, so there is no question. @param {wire.Member} member */
  async #kick({ id, name, bot }) {
    if (bot || (await confirmed(t("kickSure", { name }), t("kick"))))
      this.session.send({ t: "kick", player: id });
  }

  /** Between races, the host also removes those who get blocked. @param {string} player */
  #remove(player) {
    const { isHost, isRacing, room } = this.session.replica;
    const isBelow = room?.members.some((each) => each.id === player && this.#isOver(each));
    if (isHost && !isRacing && isBelow) this.session.send({ t: "kick", player });
  }
}

/** Everyone whose name can be read in a room. @type {(room: wire.RoomView | null, chat: wire.Said[], lines?: wire.Said[]) => Named[]} */
const peopleIn = (room, chat, lines = []) => [
  ...(room?.members ?? []).map(({ id, name }) => ({ player: id, name })),
  ...(room?.race?.seats ?? []).map(({ player, name }) => ({ player, name: name ?? "" })),
  ...chat,
  ...lines,
];
