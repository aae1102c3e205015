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
/** Of the pages about dailies, leaderboards and players. */
const COMMUNITY = /** @type {const} */ ([...PAGE, "ui/community.css"]);

const ACCOUNT_DELAY_MS = 3000;

/** The screens, by the first part of a path, or that and whether more follows; the other parts are passed to the screen. @type {Routes} */
const ROUTES = {
  "": () => load(import("./home/screen.js"), ...BOARD, ...PAGE, "home/home.css"),
  overlay: () => import("./overlay/screen.js"),
  tv: () => import("./tv/screen.js"),
  embed: () => import("./embed/screen.js"),
  race: () => load(import("./meet/screen.js"), ...PAGE, "meet/meet.css"),
  "race/": () =>
    load(
      import("./race-page/screen.js"),
      ...PAGE,
      "ui/community.css",
      "race/grid.css",
      "race-page/race-page.css",
    ),
  r: play,
  w: watch,
  g: () => load(import("./replay/screen.js"), ...REPLAY),
  compare: () => load(import("./replay/compare.js"), ...REPLAY),
  verify: () => load(import("./replay/verify.js"), ...REPLAY),
  practice: () => import("./practice/screen.js"),
  how: () => load(import("./learn/how-to-play.js"), "board/board.css", ...PAGE, "learn/learn.css"),
  daily: () =>
    load(import("./daily/screen.js"), ...COMMUNITY, "leaderboard/leaderboard.css", "daily/daily.css"),
  commitments: () => load(import("./daily/commitments.js"), ...COMMUNITY, "daily/daily.css"),
  boards: () => load(import("./leaderboard/screen.js"), ...COMMUNITY, "leaderboard/leaderboard.css"),
  device: () => load(import("./profile/device-screen.js"), ...PAGE),
  p: () => load(import("./profile/screen.js"), ...COMMUNITY, "profile/profile.css", "ui/menu.css"),
  group: () =>
    load(import("./group/screen.js"), ...COMMUNITY, "leaderboard/leaderboard.css", "group/group.css"),
  puzzles: () =>
    load(
      import("./puzzles/screen.js"),
      ...BOARD,
      "board/watched.css",
      ...PAGE,
      "ui/community.css",
      "puzzles/puzzles.css",
    ),
  challenge: () => load(import("./challenge/screen.js"), ...COMMUNITY),
  arena: () => load(import("./arena/screen.js"), ...COMMUNITY),
  d: () => load(import("./deal/screen.js"), ...BOARD, ...PAGE, "ui/community.css", "deal/deal.css"),
  "d?line": () => load(import("./replay/line.js"), ...REPLAY),
};

/** A room, with a seat in it or, without a game, as a spectator. @param {Promise<typeof import("./race/predicted-game.js")>} [game] */
async function room(game) {
  const [{ RoomScreen, PHASES }, played] = await Promise.all([import("./room/screen.js"), game]);
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
  (await import("./profile/notice.js").catch(() => null))?.watchAccount();
}

applyPreferences();
shell.openSettings = async () =>
  (await load(import("./preferences/dialog.js"), "ui/page.css")).openSettings();
onBusy(async (enter, refusal) => (await import("./ui/notice.js")).waitToEnter(enter, refusal));
if (read("gaprace.looks")) void import("./preferences/looks.js");
startRouter(ROUTES, useLanguage(preferences.language));
setTimeout(watchAccount, document.querySelector("meta[name=read-only]") ? 0 : ACCOUNT_DELAY_MS);
