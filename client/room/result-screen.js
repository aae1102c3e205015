import { h } from "../ui/dom.js";
import { later, onAbort } from "../ui/timers.js";
import { Result } from "./result.js";
import { nextButtons } from "./start-buttons.js";
import { roomTitle } from "./title.js";

/** @import { Phase, PhaseContext } from "./screen.js" */

/** When those who are still here are loaded: first, one reads what came of the race (ms). */
const PEOPLE_DELAY_MS = 2000;

/** Without a network, there is none of it. */
const people = () => import("./people-here.js").catch(() => null);

/** The result of the race that has just ended, and the way to the next one. @implements {Phase} */
export default class ResultScreen {
  isFixed = false;
  #people = h("div", { class: "row" });
  /** Once it is loaded. @type {typeof import("./people-here.js").showPeople | undefined} */ #show;

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.replica = room.session.replica;
    const { isSolo } = this.replica;
    this.result = new Result(this.replica, room.session.seeds, room.signal);
    this.element = h(
      "div",
      { class: "page" },
      h("h1", { class: "eyebrow" }, this.title),
      this.result.element,
      !isSolo && h("section", { class: "plain" }, this.#people, room.chat),
    );
    if (isSolo) return;
    later(PEOPLE_DELAY_MS, () => void this.#addPeople(), room.signal);
    // Who leaves for what the result leads to is still in the room.
    onAbort(room.signal, async () => (await people())?.standBy(room));
  }

  get title() {
    return roomTitle(this.replica);
  }

  update() {
    this.result.render(() => nextButtons(this.room));
    this.#show?.(this.#people, this.room);
  }

  async #addPeople() {
    this.#show = (await people())?.showPeople;
    this.update();
  }
}
