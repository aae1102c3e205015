import { useLanguage } from "./i18n/index.js";
import { applyPreferences, preferences } from "./preferences/preferences.js";
import { load } from "./ui/load.js";
import { startRouter } from "./ui/router.js";

/** @import { PredictedGame } from "./race/predicted-game.js" */
/** @import { Routes } from "./ui/router.js" */

const play = async () => room((await import("./race/predicted-game.js")).PredictedGame);
const watch = () => room(null);
const deal = () =>
  load(
    import("./deal/screen.js"),
    "pages",
    "board",
    "people",
    "ui/page.css",
    "ui/site-nav.css",
    "deal/deal.css",
  );
const line = () =>
  load(import("./replay/line.js"), "pages", "board", "replay", "solver", "ui/page.css", "replay/replay.css");

/** The screens, by the first part of a path; the other parts are passed to the screen. @type {Routes} */
const ROUTES = {
  "": () => load(import("./home/screen.js"), "pages", "home", "ui/page.css", "home/home.css"),
  r: play,
  w: watch,
  g: () => load(import("./replay/screen.js"), "pages", "board", "replay", "ui/page.css", "replay/replay.css"),
  how: () => load(import("./home/how-to-play.js"), "pages", "home", "more", "ui/page.css", "home/home.css"),
  verify: () =>
    load(import("./replay/verify.js"), "pages", "more", "replay", "ui/page.css", "replay/replay.css"),
  daily: () =>
    load(
      import("./daily/screen.js"),
      "pages",
      "people",
      "replay",
      "ui/page.css",
      "ui/site-nav.css",
      "leaderboard/leaderboard.css",
      "daily/daily.css",
    ),
  boards: () =>
    load(
      import("./leaderboard/screen.js"),
      "pages",
      "people",
      "replay",
      "ui/page.css",
      "ui/site-nav.css",
      "leaderboard/leaderboard.css",
    ),
  p: () =>
    load(
      import("./profile/screen.js"),
      "pages",
      "people",
      "replay",
      "ui/page.css",
      "ui/site-nav.css",
      "profile/profile.css",
    ),
  d: () => (location.search.includes("&line=") ? line() : deal()),
  compare: () =>
    load(
      import("./replay/compare.js"),
      "pages",
      "board",
      "replay",
      "solver",
      "ui/page.css",
      "replay/replay.css",
    ),
};

/** A room, with a seat in it or, without a game, as a spectator. @param {typeof PredictedGame | null} Game */
async function room(Game) {
  const { RoomScreen } = await import("./room/screen.js");
  return {
    /** @type {import("./ui/router.js").Screen} */
    default: (page, code) => void new RoomScreen(page, code.toUpperCase(), Game),
  };
}

applyPreferences();
await useLanguage(preferences.language);
startRouter(ROUTES);
