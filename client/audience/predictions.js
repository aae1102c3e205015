import { t } from "../i18n/index.js";
import { button, h, morph } from "../ui/dom.js";

/** @import { RoomReplica } from "../room/replica.js" */
/** @import { RoomSession } from "../room/session.js" */
/** @import { Predicted, Predictions } from "../net/messages.js" */
/** @typedef {{ id: string, name: string }} Candidate */
/**
 * What can be predicted: of which race, who may win it, and whether predictions are taken.
 * @typedef {{ number: number, isNext: boolean, candidates: Candidate[], isOpen: boolean }} Question
 */

const MIN_CANDIDATES = 2;

/** @type {(replica: Pick<RoomReplica, "race" | "room" | "nameOf">, predictions: Predictions | null, now: number) => Question} */
export function questionOf({ race, room, nameOf }, predictions, now) {
  const isNext = !race || !!race.standings;
  const ids = isNext
    ? (room?.members ?? []).filter(({ sits_out }) => !sits_out).map(({ id }) => id)
    : race.seats.map(({ player }) => player);
  const closesAt = isNext ? null : predictions?.closes_at;
  return {
    number: isNext ? (race?.number ?? 0) + 1 : race.number,
    isNext,
    candidates: ids.map((id) => ({ id, name: nameOf(id) })),
    isOpen: ids.length >= MIN_CANDIDATES && (isNext || (closesAt != null && now < closesAt)),
  };
}

/** Who the audience thinks will win, the own prediction, and the best guessers of the room. */
export class PredictionsView {
  element = h("section", { class: "predictions", hidden: true });

  /** @param {RoomSession} session */
  constructor(session) {
    this.session = session;
  }

  /** @param {boolean} isOn whether the host lets the audience take part */
  render(isOn) {
    const { replica, clock } = this.session;
    const { predictions = null } = replica.audience;
    const nameOf = (/** @type {string} */ id) => replica.nameOf(id);
    const question = questionOf({ race: replica.race, room: replica.room, nameOf }, predictions, clock.now());
    const own = replica.predicted?.number === question.number ? replica.predicted : null;
    const tally = (predictions?.number === question.number && predictions.tally) || {};
    const shown = [...this.#picks(question, tally, own), ...best(predictions?.guessers ?? [])];
    this.element.toggleAttribute("hidden", !isOn || !!replica.crowd?.size || !shown.length);
    if (!this.element.hidden) morph(this.element, ...shown);
  }

  /** Who can be picked, and later who was. @param {Question} question @param {{ [id: string]: number }} tally @param {Predicted | null} own @returns {HTMLElement[]} */
  #picks({ candidates, isNext, isOpen }, tally, own) {
    const shown = isOpen ? candidates : candidates.filter(({ id }) => tally[id] || own?.player === id);
    if (!shown.length) return [];
    const sum = Object.values(tally).reduce((a, b) => a + b, 0);
    const pick = (/** @type {string} */ player) => this.session.send({ t: "predict", player });
    return [
      h("h2", {}, t(isNext ? "whoWinsNext" : "whoWins")),
      h(
        "div",
        {
          class: "picks",
          role: "group",
          tabindex: 0, // it scrolls, also when no button in it can have the focus
          "aria-label": t(isNext ? "whoWinsNext" : "whoWins"),
        },
        ...shown.map(({ id, name }) => {
          const n = tally[id] ?? 0;
          return button(
            [h("span", { class: "who" }, name), " ", n > 0 && h("span", { class: "figure" }, n)],
            () => void pick(id),
            {
              class: "btn pick",
              "data-key": id,
              disabled: !isOpen,
              "aria-pressed": String(own?.player === id),
              "aria-label": t("pickOf", { name, n }),
              "--share": sum ? n / sum : 0,
            },
          );
        }),
      ),
      h("p", { class: "small soft", role: "status" }, noteOf(isOpen, own)),
    ];
  }
}

/** @type {(isOpen: boolean, own: Predicted | null) => string} */
function noteOf(isOpen, own) {
  const worth = own ? t("worthPoints", { n: own.worth }) : "";
  return [!isOpen && t("predictionsClosed"), worth || (isOpen && t("predictHelp"))].filter(Boolean).join(" ");
}

/** @type {(guessers: NonNullable<Predictions["guessers"]>) => HTMLElement[]} */
const best = (guessers) =>
  guessers.length
    ? [
        h("h2", {}, t("bestGuessers")),
        h(
          "ol",
          { class: "guessers" },
          ...guessers.map(({ player, name, points }) =>
            h(
              "li",
              { "data-key": player },
              h("span", { class: "who" }, name),
              ` ${t("guesserPoints", { n: points })}`,
            ),
          ),
        ),
      ]
    : [];
