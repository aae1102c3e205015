import { BoardThumbnail } from "../board/thumbnail.js";
import { t } from "../i18n/index.js";
import { game } from "../net/play.js";
import { playerName } from "../people/names.js";
import { frameAt, framesOf } from "../replay/frames.js";
import { trackOf } from "../replay/timeline.js";
import { isOver } from "../rules/game.js";
import { h } from "../ui/dom.js";
import { load, loadStyles } from "../ui/load.js";
import { toast, toastError } from "../ui/say.js";
import { othersText } from "./absence.js";
import { RaceGrid } from "./grid.js";
import { signalStart } from "./start-signals.js";
import { BarTeams } from "./teams.js";

/** @import { Racer } from "./state.js" */

/** The race is said to be in its last lap when it ends within this time. */
const LAST_LAP_MS = 5 * 60_000;

/** The company of a player in a race: the others' boards, ghosts and teams, and the text about them. @typedef {{ boards?: RaceGrid, follow?: (game: string) => void, ghosts?: (elapsed: number) => Racer[], teams?: BarTeams, others?: () => string }} Company */

/**
 * Show the boards of the others, the ghost that is raced and the teams, as far as a race has them; and let its start reach
 * a player who looks elsewhere.
 * @type {(session: RoomSession, race: wire.RaceView, side: HTMLElement, signal: AbortSignal) => Promise<Company>}
 */
export async function company({ clock, replica }, race, side, signal) {
  const { ghost, settings } = replica.room ?? {};
  if (!replica.isSolo) signalStart(race, clock, signal);
  const { expected } = race.seats.find(({ player }) => player === replica.you?.id) ?? {};
  if (expected && clock.now() < race.starts_at)
    toast(t("expectedPlace", { n: Math.round(expected), of: race.seats.length }));
  return {
    boards: settings?.boards_open && !replica.isSolo ? await openBoards(replica, side, signal) : undefined,
    ghosts: ghost ? await ghosts(ghost, side, signal) : undefined,
    follow: wins(replica, clock),
    others: () => othersText(replica, clock.now()),
    teams: race.team_scores || race.seats.some(({ recorded }) => recorded) ? await teams(race) : undefined,
  };
}

/** Say when a game that has changed is won, and how long the race then goes on. @type {(replica: RoomSession["replica"], clock: RoomSession["clock"]) => (id: string) => void} */
function wins(replica, clock) {
  /** @type {Set<string>} */
  const said = new Set();
  return (id) => {
    const game = replica.games.get(id);
    if (!game?.won || said.has(game.player)) return;
    said.add(game.player);
    const left = replica.endsAt === null ? Infinity : replica.endsAt - clock.now();
    const name = replica.nameOf(game.player);
    toast(left < LAST_LAP_MS ? t("lastLap", { name, n: Math.ceil(left / 1000) }) : t("someoneWon", { name }));
  };
}

/** @type {(replica: RoomReplica, side: HTMLElement, signal: AbortSignal) => Promise<RaceGrid>} */
async function openBoards(replica, side, signal) {
  await loadStyles("race/grid.css");
  const boards = new RaceGrid(replica, "rival-boards", signal);
  side.append(boards.element);
  boards.update();
  return boards;
}

/** @param {wire.RaceView} race */
async function teams(race) {
  await loadStyles("room/teams.css");
  return new BarTeams(race);
}

/** A finished game that is raced; if it cannot be loaded, that is said. @type {(id: string, side: HTMLElement, signal: AbortSignal) => Promise<Company["ghosts"]>} */
async function ghosts(id, side, signal) {
  try {
    return ghostOf(await load(game(id, signal), "race/bar.css"), side, signal);
  } catch (error) {
    await toastError(error);
    return undefined;
  }
}

/** Replay a finished game beside the own one, in its own time (ms since the start). @type {(found: wire.FinishedGame, side: HTMLElement, signal: AbortSignal) => Company["ghosts"]} */
function ghostOf(found, side, signal) {
  const name = t("ghostOf", { name: playerName(found.name) });
  const frames = framesOf(found.replay);
  const { steps } = trackOf("ghost", frames);
  const thumbnail = new BoardThumbnail(signal);
  let shown = -1;
  side.append(h("div.ghost", thumbnail.element));
  return (ms) => {
    const at = frameAt(frames, ms);
    const { game } = frames[at];
    if (at !== shown) thumbnail.show(game.board);
    shown = at;
    const { locked, reached_ms, won } = steps[at];
    const { moves, n, shuffles } = game;
    const ended = isOver(game);
    return [{ game: "ghost", player: "", name, n, moves, shuffles, locked, reached_ms, won, ended }];
  };
}
