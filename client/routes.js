import { load } from "./ui/load.js";
import { seesToday } from "./ui/preferences.js";

/** @import { Routes } from "./ui/router.js" */

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
/** The style sheets of a broadcast that is a page. */
const WATCHED = /** @type {const} */ ([
  ...PAGE,
  ...BOARD,
  "board/watched.css",
  "broadcast/broadcast.css",
  "broadcast/surroundings.css",
]);
/** The style sheets of the pages about dailies, leaderboards and players. */
const COMMUNITY = /** @type {const} */ ([...PAGE, "ui/community.css"]);

const visitor = () =>
  load(
    import("./screens/today/home.js"),
    ...BOARD,
    ...PAGE,
    "screens/today/ways.css",
    "screens/today/home.css",
  );
const today = () =>
  load(
    import("./screens/today/today.js"),
    ...COMMUNITY,
    "screens/today/daily.css",
    "screens/today/ways.css",
    "screens/today/today.css",
  );

/** The screens, by the first part of a path, or that and whether more follows; the other parts are passed to the screen. @type {Routes} */
export const ROUTES = {
  "": () => (seesToday() ? today() : visitor()),
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
    load(import("./screens/race/race.js"), ...COMMUNITY, "race/grid.css", "screens/race/race-page.css"),
  r: () => import("./screens/race/player.js"),
  w: () => import("./screens/race/spectator.js"),
  g: () => load(import("./screens/race/replay.js"), ...REPLAY),
  verify: () => load(import("./screens/today/verify.js"), ...BOARD, ...PAGE),
  practice: () => load(import("./screens/today/practice.js"), ...BOARD, "race/race.css"),
  how: () => load(import("./screens/today/how-to-play.js"), ...BOARD, ...PAGE, "learn/learn.css"),
  daily: today,
  "daily/": () =>
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
      "people/avatars.css",
      "scores/leaderboard.css",
      "scores/scores.css",
    ),
  device: () => load(import("./screens/you/devices.js"), ...PAGE),
  p: () =>
    load(
      import("./screens/you/profile.js"),
      ...COMMUNITY,
      "screens/you/profile.css",
      "people/avatars.css",
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
      ...COMMUNITY,
      "screens/today/puzzles.css",
    ),
  challenge: () => load(import("./screens/race/challenge.js"), ...COMMUNITY),
  arena: () => load(import("./screens/race/arena.js"), ...COMMUNITY),
  d: () => load(import("./screens/today/deal.js"), ...BOARD, ...COMMUNITY, "screens/today/deal.css"),
  "d?line": () => load(import("./screens/today/line.js"), ...REPLAY),
};
