import { playerName } from "../profile/link.js";
import { load } from "../ui/load.js";

/** @import { RacePage } from "../net/messages.js" */

/** What the page of a special race has besides: all results of a large one, its teams, its handicap. @param {HTMLElement} place @param {RacePage} found @param {string} me @param {AbortSignal} signal */
export async function appendSpecial(place, found, me, signal) {
  const { games = [], seats, teams = [], total = 0 } = found;
  if (games.length && total > games.length) await appendStandings(place, found, me, signal);
  if (teams.length) await appendTeams(place, found);
  if (seats.some(({ waits_ms }) => waits_ms)) await appendLateStarts(place, found);
}

/** All results, in pages. @param {HTMLElement} place @param {RacePage} found @param {string} me @param {AbortSignal} signal */
async function appendStandings(place, { id, games = [], total = 0 }, me, signal) {
  const { longStandings } = await load(import("../crowd/standings.js"), "crowd/crowd.css");
  const own = games.find(({ player }) => player === me);
  if (!signal.aborted) place.append(longStandings(id, { best: games, total, own }, signal));
}

/** @param {HTMLElement} place @param {RacePage} found */
async function appendTeams(place, { seats, teams = [] }) {
  const { teamTable } = await load(import("../room/teams.js"), "room/teams.css");
  const count = Math.max(...teams.map(({ players }) => players.length));
  place.append(teamTable(teams, count, namesOf(seats)));
}

/** @param {HTMLElement} place @param {RacePage} found */
async function appendLateStarts(place, { seats }) {
  const { startedLater } = await import("../room/handicap.js");
  place.append(startedLater(seats, namesOf(seats)));
}

/** @type {(seats: RacePage["seats"]) => (player: string) => string} */
const namesOf = (seats) => (id) => playerName(seats.find(({ player }) => player === id)?.name ?? "");
