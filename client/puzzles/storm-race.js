import { t } from "../i18n/index.js";
import { rankedTable } from "../leaderboard/ranked-table.js";
import { me } from "../net/api.js";
import { joinStorm, stormRace } from "../net/puzzles.js";
import { playerName } from "../profile/link.js";
import { button, h, link } from "../ui/dom.js";
import { loadStyles } from "../ui/load.js";
import { numberText } from "../ui/numbers.js";
import { every } from "../ui/timers.js";
import { playStorm, review, shareButton, summary } from "./storm.js";

/** @import { StormRace, StormRaceRow } from "../net/messages.js" */

const REFRESH_INTERVAL_MS = 5000;
const ROOM_CODE = /^[0-9A-Z]{8}$/;

/** The puzzles of one storm for all who have its link, and their results once the own storm is over. @type {(place: HTMLElement, id: string, signal: AbortSignal) => Promise<void>} */
export async function showStormRace(place, id, signal) {
  const read = () => stormRace(id, signal);
  const [race, self] = await Promise.all([
    read(),
    me(signal),
    loadStyles("ui/community.css", "leaderboard/leaderboard.css"),
  ]);
  if (signal.aborted) return;
  const standings = h("section", { class: "panel" });
  const show = (/** @type {StormRace} */ { rows = [], players }) =>
    standings.replaceChildren(
      h("h2", {}, t("stormStandings")),
      rows.length
        ? h("div", { class: "scroll" }, rankedTable(rows, self.id, columns()))
        : h("p", { class: "soft" }, t("stormRaceSealed", { n: players })),
    );
  show(race);
  place.replaceChildren(...head(race, place, signal), standings, ...wayBack());
  const refresh = () => {
    if (!document.hidden && place.contains(standings)) read().then(show, () => {});
  };
  every(REFRESH_INTERVAL_MS, refresh, signal);
}

/** The invitation, or what the own storm came to. @type {(race: StormRace, place: HTMLElement, signal: AbortSignal) => HTMLElement[]} */
function head({ id, name, mine }, place, signal) {
  const title = h("h2", {}, t("stormRaceOf", { name: playerName(name) }));
  if (mine?.over) return [title, summary(mine, [shareButton(mine, id)]), review(mine)];
  const play = () =>
    playStorm(
      place,
      () => joinStorm(id, signal),
      () => void showStormRace(place, id, signal),
      signal,
    );
  if (mine) void play(); // its clock runs
  const start = button(t(mine ? "stormGoOn" : "stormStart"), play, { class: "btn main big" });
  return [h("section", { class: "felt" }, title, h("p", {}, t("stormRaceHelp")), start)];
}

/** The way back to the room that somebody comes from, as the address says. */
function wayBack() {
  const room = new URLSearchParams(location.search).get("room");
  return room && ROOM_CODE.test(room) ? [link(`/r/${room}`, t("stormToRoom"), { class: "btn big" })] : [];
}

const columns = () => [
  { head: t("stormSolved"), cell: score },
  { head: t("stormMissed"), cell: (/** @type {StormRaceRow} */ { failed }) => numberText(failed) },
];

/** @param {StormRaceRow} row */
function score({ score, over, rules, void: isVoid }) {
  const remark = !over ? t("stormPlays") : isVoid ? t("stormVoid") : rules?.length ? t("stormFlagged") : "";
  return [remark && h("span", { class: "tag" }, remark), ` ${numberText(score)}`];
}
