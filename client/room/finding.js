import { t, variantName } from "../i18n/index.js";
import { button, h, morph } from "../ui/dom.js";
import { list } from "../ui/parts.js";
import { every } from "../ui/timers.js";

const TICK_INTERVAL_MS = 200;

/** A quick room that waits for players: who is there, and how long it waits at the most. @implements {Phase} */
export default class Finding {
  isFixed = false;
  title = t("finding");
  #seconds = h("p.seconds.figure", { "aria-hidden": "true" });
  /** It is read aloud when somebody comes or goes, not each second. */
  #help = h("p.soft");
  #count = h("h2", { role: "status" });
  #seats = list();

  /** @param {PhaseContext} room */
  constructor({ session, signal }) {
    this.session = session;
    const { settings } = session.replica.room ?? {};
    this.element = h(
      "div.page.middle",
      h(
        "section.panel.stack.finding",
        h("h1", t("findingTitle", { variant: variantName(settings?.variant?.name) })),
        this.#count,
        this.#seconds,
        this.#help,
        this.#seats,
        button(t("leaveQueue"), () => session.send({ t: "leave" }), "btn big"),
      ),
    );
    every(TICK_INTERVAL_MS, () => this.#tick(), signal);
  }

  update() {
    const { room, you } = this.session.replica;
    if (!room || !you) return;
    const { seats = 0 } = room.settings;
    const free = Array.from({ length: Math.max(0, seats - room.members.length) }, () =>
      h("li", h("span.dot", { "aria-hidden": "true" }), h("span.grow.soft", t("freeSeat"))),
    );
    this.#count.textContent = `${t("finding")}: ${room.members.length}/${seats}`;
    const taken = room.members.map(({ id, name }) =>
      h(
        "li",
        { "data-key": id },
        h("span.dot.online", { "aria-hidden": "true" }),
        h("b.grow", name, id === you.id && h("span.soft", ` ${t("you")}`)),
      ),
    );
    morph(this.#seats, ...taken, ...free);
    this.#tick();
  }

  #tick() {
    const { room } = this.session.replica;
    const left = Math.max(0, Math.ceil(((room?.fills_at ?? 0) - this.session.clock.now()) / 1000));
    this.#seconds.textContent = String(left);
    this.#help.textContent = left ? t("findingHelp", { n: left }) : t("findingEnd");
  }
}
