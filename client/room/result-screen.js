import { h } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";
import { standBy } from "./members.js";
import { Result } from "./result.js";
import { nextButtons, roomTitle } from "./start-buttons.js";

/** The result of the race that has just ended, and the way to the next one. @implements {Phase} */
export default class ResultScreen {
  isFixed = false;

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.replica = room.session.replica;
    const { isSolo } = this.replica;
    this.result = new Result(this.replica, room.session.seeds, room.signal);
    this.element = h(
      "div.page.wide",
      h("h1.eyebrow", this.title),
      this.result.element,
      !isSolo && h("section.panel.chat-beside", room.chat),
    );
    // A player who leaves for a page that the result leads to is still in the room.
    if (!isSolo) onAbort(room.signal, () => standBy(room));
  }

  get title() {
    return roomTitle(this.replica);
  }

  update() {
    this.result.render(() => nextButtons(this.room));
  }
}
