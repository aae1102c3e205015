import { t, timeText, variantName } from "../i18n/index.js";
import { race } from "../net/play.js";
import { playerName } from "../people/names.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";
import { button, byId, h, icon, link } from "../ui/dom.js";
import { momentText, shortDayText } from "../ui/format.js";
import { showNav } from "../ui/nav.js";
import { knownPlayer } from "../ui/preferences.js";
import { share } from "../ui/share.js";
import { later } from "../ui/timers.js";
import { standingsTable } from "./standings.js";

/** @import { RacePage } from "../net/messages.js" */
/** @import { Page } from "../ui/router.js" */

/** When the score of the room is loaded: first, one sees the race (ms). */
const SCORE_DELAY_MS = 2000;

/** The page of a race: its standings, all boards on one clock, and where it was won; or of a `series`. @param {Page} page @param {string} id @param {string} [series] */
export default async function raceScreen({ shell, signal }, id, series) {
  if (series) return (await seriesPage()).default({ shell, signal }, series);
  const found = await race(id, signal);
  const me = knownPlayer()?.id ?? "";
  const place = h("div", { class: "page race-page" });
  const title = titleOf(found);
  shell.title(title);
  showNav("race");
  byId("main").append(place);
  place.append(header(found, title), ...results(found, me));
  if (isSpecial(found)) await (await import("./special.js")).appendSpecial(place, found);
  await appendReplay(place, found, signal);
  later(SCORE_DELAY_MS, () => appendScore(place, found, me), signal);
}

const seriesPage = () => import("./series-screen.js");

/** Whether a race has teams or late starts. @param {RacePage} found */
const isSpecial = ({ seats, teams }) => !!teams?.length || seats.some(({ waits_ms }) => waits_ms);

/** The score of the room, below all else. @param {HTMLElement} place @param {RacePage} found @param {string} me */
async function appendScore(place, found, me) {
  const { roomScore } = await import("./room-score.js");
  const score = roomScore(found, me);
  if (score) place.append(score);
}

/** @type {(found: RacePage) => string} */
function titleOf({ ended_at, games = [], seats }) {
  const [first, second] = games;
  if (!ended_at) return t("raceStillRuns");
  if (!first?.moves) return t("raceOfNobody");
  if (second?.rank === 1) return t("raceDrawn");
  const name = playerName(first.name);
  if (seats.length < 2) return t("replayOf", { name });
  return first.won
    ? t("raceWonBy", { name, time: timeText(first.time_ms) })
    : t("raceLedBy", { name, n: first.locked });
}

/** @type {(found: RacePage, title: string) => HTMLElement} */
const header = ({ id, variant, ended_at, starts_at, challenge, daily, ranked, seats, series }, title) =>
  h(
    "header",
    { class: "stack" },
    h("h1", {}, title),
    h(
      "p",
      { class: "row soft" },
      h("span", {}, variantName(variant.name ?? DEFAULT_VARIANT)),
      h("span", {}, momentText(ended_at ?? starts_at)),
      daily && link(`/daily/${daily.date}`, `${t("daily")}, ${shortDayText(daily.date)}`, { class: "tag" }),
      challenge && link(`/challenge/${challenge}`, t("challengeTag"), { class: "tag" }),
      series && link(`/race/series/${series}`, t("seriesTag"), { class: "tag" }),
      ended_at && !ranked && h("span", { class: "tag" }, t("practice")),
    ),
    ended_at &&
      seats.length > 1 &&
      h("p", { class: "row" }, ...shareButtons(`${title}. ${t("shareRace")}`, id)),
  );

/** @type {(text: string, id: string) => HTMLElement[]} */
const shareButtons = (text, id) => [
  button([icon("share"), t("share")], () => share(text, `${location.origin}/race/${id}`)),
  button(t("asPicture"), async () => {
    const { sharePicture } = await import("../ui/share.js");
    await sharePicture(`/og/race/${id}.png`, `${text} ${location.origin}/race/${id}`);
  }),
];

/** @type {(found: RacePage, me: string) => HTMLElement[]} */
function results({ ended_at, games = [], order = "race", revealed_at, seats }, me) {
  if (!ended_at)
    return [
      h(
        "section",
        { class: "panel" },
        h("p", {}, t("raceRunsHelp")),
        h(
          "ul",
          { class: "row" },
          ...seats.map(({ name }) => h("li", { class: "tag" }, playerName(name ?? ""))),
        ),
      ),
    ];
  return [
    h(
      "section",
      { class: "panel" },
      h("h2", {}, t("standings")),
      h("div", { class: "scroll-x" }, standingsTable(games, seats, me)),
      games.length > 1 && h("p", { class: "small soft" }, t(`order_${order}`)),
      revealed_at && h("p", { class: "small soft" }, t("boardsLater", { time: momentText(revealed_at) })),
    ),
  ];
}

/** Show the boards of those games whose play may be seen. @param {HTMLElement} place @param {RacePage} found @param {AbortSignal} signal */
async function appendReplay(place, found, signal) {
  const { opening } = found;
  if (!opening) return;
  const { replay } = await import("../replay/race-replay.js");
  const sections = await replay({ ...found, opening }, signal);
  if (!signal.aborted) place.append(...sections);
}
