import { useLanguage } from "./i18n/index.js";
import { applyPreferences, preferences } from "./preferences/preferences.js";
import { load } from "./ui/load.js";
import { startRouter } from "./ui/router.js";

/** @import { Routes } from "./ui/router.js" */

const deal = () =>
  load(import("./deal/screen.js"), "pages", "board", "people", "ui/page.css", "profile/people.css");
const line = () =>
  load(import("./replay/line.js"), "pages", "board", "replay", "solver", "ui/page.css", "replay/replay.css");

/** By the first part of a path; the other parts are passed to the screen. @type {Routes} */
const ROUTES = {
  "": () => load(import("./home/screen.js"), "pages", "home", "ui/page.css", "home/home.css"),
  r: () => import("./room/play.js"),
  w: () => import("./room/watch.js"),
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
      "profile/people.css",
      "replay/replay.css",
    ),
  boards: () =>
    load(
      import("./leaderboard/screen.js"),
      "pages",
      "people",
      "replay",
      "ui/page.css",
      "profile/people.css",
      "replay/replay.css",
    ),
  p: () =>
    load(
      import("./profile/screen.js"),
      "pages",
      "people",
      "replay",
      "ui/page.css",
      "profile/people.css",
      "replay/replay.css",
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

applyPreferences();
await useLanguage(preferences.language);
startRouter(ROUTES);
