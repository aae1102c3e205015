import { t, variantName } from "../../i18n/index.js";
import { now, request } from "../../net/api.js";
import { game, groupBoard, leaderboard, race } from "../../net/play.js";
import { playerName } from "../../people/names.js";
import { replay } from "../../replay/race-replay.js";
import { leaderboardTable } from "../../scores/tables.js";
import { dayHere } from "../../ui/dates.js";
import { byId, h, siteName } from "../../ui/dom.js";
import { dayText } from "../../ui/format.js";
import { note } from "../../ui/parts.js";
import { boardTable, dailyName, OWN_DAILY, WORLD_DAILIES } from "./group-today.js";
import { standingsTable } from "./race.js";

/** @typedef {{ title: string, path: string, parts: Node[] }} View an embedded one: its title, its page, its content */

const MAX_ROWS = 20;

/** The views that can be embedded, by the second part of the address. @type {{ [kind: string]: (id: string, signal: AbortSignal) => Promise<View> }} */
const VIEWS = { race: raceView, g: gameView, daily: dailyView, group: groupView };

/** @returns {Promise<View>} */
const notFound = async () => {
  throw { code: "not_found", message: "" };
};

/** A race: its standings and, once it is over, all boards on one clock. @param {string} id @param {AbortSignal} signal @returns {Promise<View>} */
async function raceView(id, signal) {
  const found = await race(id, signal);
  const { ended_at, games = [], seats } = found;
  const names = seats.map(({ name }) => playerName(name ?? "")).join(", ");
  const standings = h(
    "section.panel",
    ended_at ? standingsTable(games, seats, "") : h("p", t("raceRunsHelp")),
  );
  return { title: names, path: `/race/${id}`, parts: [standings, ...(await boards(found, signal))] };
}

/** The replay of one game. @param {string} id @param {AbortSignal} signal @returns {Promise<View>} */
async function gameView(id, signal) {
  const found = await game(id, signal);
  const name = playerName(found.name);
  const parts = await boards(raceOf(found), signal);
  return { title: t("replayOf", { name }), path: `/g/${id}`, parts };
}

/** A daily: the first players of its leaderboards. @param {string} id its date, or `today` @param {AbortSignal} signal @returns {Promise<View>} */
async function dailyView(id, signal) {
  const date = id === "today" ? dayHere(now()) : id;
  const parts = await Promise.all(
    variants().map(async (variant) => {
      const page = await leaderboard("daily", date, variant, { limit: MAX_ROWS }, signal);
      return panel(variantName(variant), page.items.length ? leaderboardTable(page) : null);
    }),
  );
  return { title: `${t("daily")}, ${dayText(date)}`, path: `/daily/${date}`, parts };
}

/** A public group: today's dailies among its members, its own first. @param {string} code @param {AbortSignal} signal @returns {Promise<View>} */
async function groupView(code, signal) {
  const found = await request("GET groups/{group}", { group: code }, { signal });
  const dailies = variants().map((variant) => ({ daily: variant, date: dayHere(now()) }));
  if (found.today && !wanted()) dailies.unshift({ daily: OWN_DAILY, date: found.today.date });
  const parts = await Promise.all(
    dailies.map(async ({ daily, date }) => {
      const board = await groupBoard(code, daily, date, signal);
      return panel(dailyName(daily, board.variant), board.rows.length ? boardTable(board, "") : null);
    }),
  );
  return { title: found.name, path: `/group/${code}`, parts };
}

/** The variant that an address asks for, `?v=mini`. */
const wanted = () => new URLSearchParams(location.search).get("v");

/** The wanted variant, or both of a daily. */
const variants = () => [wanted() ?? WORLD_DAILIES].flat();

/** @type {(title: string, table: HTMLElement | null) => HTMLElement} */
const panel = (title, table) =>
  h("section.panel", h("h2", title), table ? table : h("p.soft", t("nobodyYet")));

/** All boards on one clock, if they may be seen. @param {Pick<wire.RacePage, "opening" | "games" | "seats" | "variant">} found @param {AbortSignal} signal */
async function boards(found, signal) {
  if (!found.opening) return [];
  const [player] = await replay(/** @type {any} */ (found), signal);
  return [player];
}

/** A single game as a race of one. @type {(found: wire.FinishedGame) => Pick<wire.RacePage, "opening" | "games" | "seats" | "variant">} */
function raceOf(found) {
  const { id, name, player, replay } = found;
  const { opening, shuffled_boards, transcript, variant } = replay;
  const result = { ...found, game: id, rank: 1, transcript, shuffled_boards };
  return { opening, variant, seats: [{ game: id, player, name }], games: [result] };
}

/**
 * Something of this site in a page of another: it can be looked at, and every link opens a page of its own. Nothing in it
 * changes anything, so a page that lies over it wins nothing.
 * @param {Page} page @param {string} kind @param {string} id
 */
export default async function embedScreen({ shell, signal }, kind, id) {
  const root = document.documentElement;
  const main = byId("main");
  root.classList.add("embed");
  document.body.classList.remove("fixed");
  signal.addEventListener("abort", () => root.classList.remove("embed"), { once: true });
  main.addEventListener("click", openOutside, { capture: true, signal });
  const view = VIEWS[/** @type {keyof typeof VIEWS} */ (kind)] ?? notFound;
  const { title, path, parts } = await view(id, signal);
  if (signal.aborted) return;
  shell.title(title);
  main.append(
    h(
      "div.page.embedded.race-page",
      h("h1", h("a", { href: path }, title)),
      ...parts,
      note(h("a", { href: path }, siteName())),
    ),
  );
}

/** @param {MouseEvent} event */
function openOutside(event) {
  const anchor = /** @type {Element} */ (event.target).closest("a");
  if (!anchor) return;
  event.preventDefault();
  event.stopPropagation();
  open(anchor.href, "_blank", "noopener");
}
