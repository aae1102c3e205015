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

/** Who plays beside oneself: what is seen and said of them, and their teams. @typedef {{ boards?: RaceGrid, follow?: (game: string) => void, ghosts?: (elapsed: number) => Racer[], teams?: BarTeams, others?: () => string }} Company */

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
    const ghost = new Ghost(await load(game(id, signal), "race/bar.css"), signal);
    side.append(ghost.element);
    return (elapsed) => [ghost.at(elapsed)];
  } catch (error) {
    await toastError(error);
    return undefined;
  }
}

/** A finished game that is replayed beside the own one, in its own time. */
class Ghost {
  #thumbnail;
  /** The frame that is shown. */ #shown = -1;

  /** @param {wire.FinishedGame} found @param {AbortSignal} signal */
  constructor(found, signal) {
    this.name = t("ghostOf", { name: playerName(found.name) });
    this.frames = framesOf(found.replay);
    this.track = trackOf("ghost", this.frames);
    this.#thumbnail = new BoardThumbnail(signal);
    this.element = h("div.ghost", this.#thumbnail.element);
  }

  /** The ghost as it was this long after its start, with its board. @type {(ms: number) => Racer} */
  at(ms) {
    const at = frameAt(this.frames, ms);
    const { game } = this.frames[at];
    if (at !== this.#shown) this.#thumbnail.show(game.board);
    this.#shown = at;
    const { locked, reached_ms, won } = this.track.steps[at];
    const { moves, n, shuffles } = game;
    const ended = isOver(game);
    return { game: "ghost", player: "", name: this.name, n, moves, shuffles, locked, reached_ms, won, ended };
  }
}
