import { t } from "../i18n/index.js";
import { h, morph } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";
import { Result } from "./result.js";
import { standBy } from "./stand-by.js";
import { membersHere, nextButtons } from "./start-buttons.js";
import { roomTitle } from "./title.js";

/** @import { Phase, PhaseContext } from "./screen.js" */

/** The result of the race that has just ended, and the way to the next one. @implements {Phase} */
export class ResultScreen {
  isFixed = false;
  #people = h("ul", { class: "row people", "aria-label": t("players") });

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.replica = room.session.replica;
    const { isSolo } = this.replica;
    if (!isSolo) onAbort(room.signal, () => standBy(room.code));
    this.result = new Result(room.signal, room.session.seeds);
    this.element = h(
      "div",
      { class: "page" },
      h("h1", { class: "eyebrow" }, this.title),
      this.result.element,
      !isSolo && h("section", { class: "plain" }, this.#people, room.chat),
    );
  }

  get title() {
    return roomTitle(this.replica);
  }

  update() {
    this.result.render(this.replica, () => nextButtons(this.room));
    this.#renderPeople();
  }

  /** Who is still here, and wants another race. */
  #renderPeople() {
    morph(
      this.#people,
      ...membersHere(this.replica).map(({ id, name, ready }) =>
        h(
          "li",
          { "data-key": id, class: `tag${ready ? " ready" : ""}` },
          name,
          ready && ` · ${t("isReady")}`,
        ),
      ),
    );
  }
}
