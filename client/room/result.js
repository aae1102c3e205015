import { t, timeText } from "../i18n/index.js";
import { Boards } from "../race/grid.js";
import { button, h, link, morph } from "../ui/dom.js";
import { shareLater } from "../ui/lazy.js";
import { load } from "../ui/load.js";
import { botTag } from "./bottag.js";

/** @import { Standing } from "../net/messages.js" */
/** @import { Sight } from "./replica.js" */

/** How the last race of a room went. */
export class Result {
  element = h("section", { class: "panel", hidden: true });
  #text = h("div", { class: "stack" });
  /** @type {Boards | null} */ #boards = null;
  #more = h("div", { class: "stack" });
  #moreOf = "";

  /** @param {Sight} sight */
  update(sight) {
    const { race, you } = sight;
    const standings = race?.standings;
    this.element.hidden = !standings;
    if (!race || !standings) return;
    const isOnly = standings.length < 2;
    if (!this.#boards) {
      this.#boards = new Boards(sight, isOnly ? "wall only" : "wall");
      this.element.append(this.#text, this.#more, this.#boards.element);
    }
    void this.#showMore(sight);
    this.#boards.update();
    const mine = standings.find((each) => each.player === you?.id);
    const reveal = race.reveal;
    const isRankedDaily = !!sight.room?.daily?.ranked;
    morph(
      this.#text,
      h("h2", { class: "headline" }, headline(standings, mine)),
      isOnly
        ? !isRankedDaily && facts(standings[0])
        : h("div", { class: "wide" }, table(standings, you?.id ?? "")),
      reveal && h("p", { class: "small soft" }, t("dealProof", { code: reveal.code })),
      h(
        "div",
        { class: "row" },
        mine &&
          !isRankedDaily &&
          button(t("shareResult"), () =>
            shareLater(shareText(standings, mine), `${location.origin}/g/${mine.game}`),
          ),
        isOnly &&
          link(`/g/${standings[0].game}`, t("replay"), {
            class: "btn",
            "aria-label": t("replayOf", { name: standings[0].name }),
          }),
      ),
    );
  }

  /** What a daily, a race against a ghost or a certified deal adds to it. @param {Sight} sight */
  async #showMore({ room, race, you }) {
    const mine = race?.standings?.find((each) => each.player === you?.id);
    const hasMore = room?.daily || room?.ghost || race?.par;
    const key = `${mine?.game} ${!!race?.reveal}`;
    if (!room || !race || !mine || !hasMore || this.#moreOf === key) return;
    this.#moreOf = key;
    const { afterwards, certified } = await load(
      import("./after-race.js"),
      "people",
      "replay",
      "profile/people.css",
      "replay/replay.css",
    );
    this.#more.replaceChildren(...certified(race), ...(await afterwards(room, mine)));
  }
}

/** @type {(standings: Standing[], mine: Standing | undefined) => string} */
function headline(standings, mine) {
  const [first] = standings;
  if (!mine) return t(first.won ? "someoneWon" : "someoneFirst", { name: first.name });
  if (mine.won) return t("wonAs", { n: mine.rank, time: timeText(mine.time_ms) });
  return standings.length > 1
    ? t("rankedAs", { rank: mine.rank, n: standings.length })
    : t("lockedAlone", { n: mine.locked });
}

/** @type {(standings: Standing[], mine: Standing) => string} */
const shareText = (standings, mine) =>
  t(mine.won ? "shareWon" : "shareLocked", {
    n: mine.locked,
    time: timeText(mine.time_ms),
    moves: mine.moves,
    place: standings.length > 1 ? t("sharePlace", { rank: mine.rank, of: standings.length }) : "",
  });

/** Of a game alone. @type {(standing: Standing) => HTMLElement} */
const facts = ({ locked, moves, score, shuffles, time_ms }) =>
  h(
    "dl",
    { class: "facts num" },
    ...[
      [t("score"), score],
      [t("lockedShort"), locked],
      [t("movesShort"), moves],
      [t("shufflesShort"), shuffles],
      [t("time"), timeText(time_ms)],
    ].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );

/** To where a game parted from one's own, or from the first. @type {(standings: Standing[], each: Standing, you: string) => HTMLElement | false} */
function comparison(standings, { game, name }, you) {
  const one = standings.find(({ player }) => player === you) ?? standings[0];
  return (
    one.game !== game &&
    link(`/compare/${one.game}/${game}`, t("compare"), {
      class: "small beside",
      "aria-label": t("compareWith", { one: one.name, other: name }),
    })
  );
}

/** @type {(standings: Standing[], you: string) => HTMLElement} */
const table = (standings, you) =>
  h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}, "#"),
        h("th", { class: "l" }, t("player")),
        h("th", { class: "opt2" }, t("lockedShort")),
        h("th", {}, t("score")),
        h("th", { class: "opt" }, t("movesShort")),
        h("th", { class: "opt" }, t("shufflesShort")),
        h("th", {}, t("time")),
        h("th", {}, t("replay")),
      ),
    ),
    h(
      "tbody",
      {},
      ...standings.map((each) =>
        h(
          "tr",
          { class: each.player === you ? "me" : "" },
          h("td", {}, each.rank),
          h(
            "td",
            { class: "l" },
            h("b", {}, each.won && "★ ", each.name),
            " ",
            !!each.bot && botTag(each.bot),
            comparison(standings, each, you),
          ),
          h("td", { class: "opt2" }, each.locked),
          h("td", {}, each.score),
          h("td", { class: "opt" }, each.moves),
          h("td", { class: "opt" }, each.shuffles),
          h("td", {}, timeText(each.time_ms)),
          h(
            "td",
            {},
            link(`/g/${each.game}`, "▶", {
              "aria-label": t("replayOf", { name: each.name }),
              class: "btn quiet icon",
            }),
          ),
        ),
      ),
    ),
  );
