import { playerName } from "../people/names.js";
import { startedLater } from "../room/result-extras.js";
import { teamTable } from "../room/teams.js";
import { loadStyles } from "../ui/load.js";

/** @import { RacePage } from "../net/messages.js" */

/** What the page of a special race has besides: its teams, who started later. @param {HTMLElement} place @param {RacePage} found */
export async function appendSpecial(place, found) {
  const { seats, teams = [] } = found;
  if (teams.length) await appendTeams(place, found);
  if (seats.some(({ waits_ms }) => waits_ms)) appendLateStarts(place, found);
}

/** @param {HTMLElement} place @param {RacePage} found */
async function appendTeams(place, { seats, teams = [] }) {
  await loadStyles("room/teams.css");
  const count = Math.max(...teams.map(({ players }) => players.length));
  place.append(teamTable(teams, count, namesOf(seats)));
}

/** @param {HTMLElement} place @param {RacePage} found */
function appendLateStarts(place, { seats }) {
  place.append(startedLater(seats, namesOf(seats)));
}

/** @type {(seats: RacePage["seats"]) => (player: string) => string} */
const namesOf = (seats) => (id) => playerName(seats.find(({ player }) => player === id)?.name ?? "");
