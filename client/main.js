import { useLanguage } from "./i18n/index.js";
import { onBusy } from "./net/api.js";
import { load } from "./ui/load.js";
import { applyPreferences, preferences, read } from "./ui/preferences.js";
import { startRouter } from "./ui/router.js";
import { shell } from "./ui/shell.js";

/** @import { Routes } from "./ui/router.js" */

const play = () => room(import("./race/predicted-game.js"));
const watch = () => room();
const PAGE = /** @type {const} */ (["ui/page.css"]);
const BOARD = /** @type {const} */ (["board/board.css"]);
const REPLAY = /** @type {const} */ ([
  ...BOARD,
  "race/race.css",
  "board/watched.css",
  ...PAGE,
  "replay/replay.css",
  "ui/menu.css",
]);
/** Of a broadcast that is a page. */
const WATCHED = /** @type {const} */ ([
  ...PAGE,
  ...BOARD,
  "board/watched.css",
  "broadcast/broadcast.css",
  "broadcast/surroundings.css",
]);
/** Of the pages about dailies, leaderboards and players. */
const COMMUNITY = /** @type {const} */ ([...PAGE, "ui/community.css"]);

const ACCOUNT_DELAY_MS = 3000;

/** The screens, by the first part of a path, or that and whether more follows; the other parts are passed to the screen. @type {Routes} */
const ROUTES = {
  "": () =>
    load(
      import("./screens/today/home.js"),
      ...BOARD,
      ...COMMUNITY,
      "screens/today/daily.css",
      "screens/race/group.css",
      "screens/today/home.css",
    ),
  overlay: () =>
    load(
      import("./screens/race/overlay.js"),
      ...WATCHED,
      "broadcast/reactions.css",
      "screens/race/overlay.css",
    ),
  tv: () => load(import("./screens/race/tv.js"), ...WATCHED, "screens/race/tv.css"),
  embed: () =>
    load(
      import("./screens/race/embed.js"),
      ...COMMUNITY,
      "race/grid.css",
      "screens/race/race-page.css",
      "scores/leaderboard.css",
      "screens/race/embed.css",
    ),
  race: () => load(import("./screens/race/meet.js"), ...PAGE, "screens/race/meet.css"),
  "race/": () =>
    load(
      import("./screens/race/race.js"),
      ...PAGE,
      "ui/community.css",
      "race/grid.css",
      "screens/race/race-page.css",
    ),
  r: play,
  w: watch,
  g: () => load(import("./screens/race/replay.js"), ...REPLAY),
  compare: () => load(import("./screens/race/compare.js"), ...REPLAY),
  verify: () => load(import("./screens/today/verify.js"), ...REPLAY),
  practice: () => load(import("./screens/today/practice.js"), ...BOARD, "race/race.css"),
  how: () => load(import("./screens/today/how-to-play.js"), "board/board.css", ...PAGE, "learn/learn.css"),
  daily: () =>
    load(
      import("./screens/today/daily.js"),
      ...COMMUNITY,
      "scores/leaderboard.css",
      "screens/today/daily.css",
      "scores/scores.css",
    ),
  commitments: () => load(import("./screens/today/commitments.js"), ...COMMUNITY, "screens/today/daily.css"),
  boards: () =>
    load(
      import("./screens/today/leaderboards.js"),
      ...COMMUNITY,
      "scores/leaderboard.css",
      "scores/scores.css",
    ),
  device: () => load(import("./screens/you/device.js"), ...PAGE),
  p: () =>
    load(
      import("./screens/you/profile.js"),
      ...COMMUNITY,
      "screens/you/profile.css",
      "ui/menu.css",
      "scores/scores.css",
    ),
  group: () =>
    load(import("./screens/race/group.js"), ...COMMUNITY, "scores/leaderboard.css", "screens/race/group.css"),
  puzzles: () =>
    load(
      import("./screens/today/puzzles.js"),
      ...BOARD,
      "board/watched.css",
      ...PAGE,
      "ui/community.css",
      "screens/today/puzzles.css",
    ),
  challenge: () => load(import("./screens/race/challenge.js"), ...COMMUNITY),
  arena: () => load(import("./screens/race/arena.js"), ...COMMUNITY),
  d: () =>
    load(import("./screens/today/deal.js"), ...BOARD, ...PAGE, "ui/community.css", "screens/today/deal.css"),
  "d?line": () => load(import("./screens/today/line.js"), ...REPLAY),
};

/** A room, with a seat in it or, without a game, as a spectator. @param {Promise<typeof import("./race/predicted-game.js")>} [game] */
async function room(game) {
  const [{ RoomScreen, PHASES }, played] = await Promise.all([import("./screens/race/room.js"), game]);
  const Game = played?.PredictedGame ?? null;
  // The page before stays until there is a deck to be seen.
  const { begin, deals } = history.state ?? {};
  const deck = deals && (await PHASES.deck().catch(() => null));
  return {
    preload: () => Promise.all([PHASES.deck(), PHASES.race()]),
    /** @type {import("./ui/router.js").Screen} */
    default: (page, code) => {
      const { session } = new RoomScreen(page, code.toUpperCase(), Game, deck);
      if (begin) played?.playAhead(begin, session, page.signal);
    },
  };
}

/** What the first screen needs comes first. */
async function watchAccount() {
  (await import("./screens/you/notice.js").catch(() => null))?.watchAccount();
}

applyPreferences();
shell.openSettings = async () =>
  (await load(import("./screens/you/settings.js"), "ui/page.css")).openSettings();
onBusy(async (enter, refusal) => (await import("./ui/notice.js")).waitToEnter(enter, refusal));
if (read("gaprace.looks")) void import("./screens/you/looks.js");
startRouter(ROUTES, useLanguage(preferences.language));
setTimeout(watchAccount, document.querySelector("meta[name=read-only]") ? 0 : ACCOUNT_DELAY_MS);
