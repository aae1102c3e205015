import { t, timeText } from "../i18n/index.js";
import { me, now } from "../net/api.js";
import { player } from "../net/pages.js";
import { ROWS } from "../rules/board.js";
import { parseVariant } from "../rules/variants.js";
import { dayAt } from "../state/dates.js";
import { replayLink } from "../view/boardtable.js";
import { calendarChart, ratingChart } from "../view/charts.js";
import { byId, h, link } from "../view/dom.js";
import { localDateText, localDayText, numberText, percentText, shortDayText } from "../view/format.js";
import { nav } from "../view/nav.js";
import { variantName } from "../view/rulestext.js";
import { sorryPage } from "../view/sorry.js";
import { account } from "./account.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { PlayerPage, PlayerRating, RecentGame, VariantStatistics } from "../net/messages.js" */
/** @import { Child } from "../view/dom.js" */

/** What everyone may see of a player; on one's own page, what one may do besides. @type {import("../router.js").Screen} */
export default function playerScreen(shell, id) {
  const place = h("div", { class: "page two" });
  byId("main").append(place);
  nav(shell, id === "me" ? "p" : "");
  let isClosed = false;
  const show = async () => {
    const self = await me();
    const page = await player(id === "me" ? self.id : id);
    if (isClosed) return;
    const isMe = page.id === self.id;
    // So that the link can be sent.
    if (id === "me") history.replaceState(null, "", `/p/${page.id}`);
    if (isMe) nav(shell, "p");
    shell.title(page.name);
    place.replaceChildren(...parts(page, isMe));
  };
  show().catch(async (error) => {
    const page = await sorryPage(error);
    if (!isClosed) byId("main").replaceChildren(page);
  });
  return () => {
    isClosed = true;
  };
}

/** @type {(page: PlayerPage, isMe: boolean) => HTMLElement[]} */
function parts(page, isMe) {
  return [
    header(page, isMe),
    h("div", { class: "stack" }, figures(page), calendarPanel(page), ratings(page)),
    h("div", { class: "stack" }, recent(page), isMe && account(page.name)),
  ];
}

/** @type {(page: PlayerPage, isMe: boolean) => HTMLElement} */
const header = ({ name, created_at, achievements }, isMe) =>
  h(
    "header",
    { class: "all stack" },
    h("h1", {}, name, isMe && h("span", { class: "soft" }, ` ${t("you")}`)),
    h("p", { class: "soft" }, t("since", { date: localDayText(created_at) })),
    achievements.length > 0 &&
      h(
        "ul",
        { class: "medals", "aria-label": t("achievements") },
        ...achievements.map(({ name, game, reached_at }) =>
          h(
            "li",
            {},
            link(`/g/${game}`, t(`a_${name}`), { class: "medal", title: localDayText(reached_at) }),
          ),
        ),
      ),
  );

/** @type {(number: Child, text: string) => HTMLElement} */
const figure = (number, text) =>
  h("div", {}, h("dd", { class: "num" }, number), h("dt", { class: "small soft" }, text));

/** @type {(page: PlayerPage) => HTMLElement} */
function figures({ games, wins, statistics: all, streaks }) {
  const current = Math.max(0, ...streaks.map((streak) => streak.current));
  const longest = Math.max(0, ...streaks.map((streak) => streak.longest));
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("figuresTitle")),
    h(
      "dl",
      { class: "figures" },
      figure(numberText(games), t("gamesPlayed")),
      figure(numberText(wins), t("winsShort")),
      figure(games ? percentText(wins, games) : "–", t("winRate")),
      figure(numberText(current), t("streakCurrent")),
      figure(numberText(longest), t("streakLongest")),
    ),
    all.length ? h("div", { class: "wide" }, byVariant(all)) : h("p", { class: "soft" }, t("noGames")),
  );
}

/** @type {(all: VariantStatistics[]) => HTMLElement} */
const byVariant = (all) =>
  h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", class: "l" }, t("variant")),
        ...[t("gamesPlayed"), t("winRate"), t("bestTime"), t("bestScore")].map((text) =>
          h("th", { scope: "col" }, text),
        ),
      ),
    ),
    h("tbody", {}, ...all.map(variantRow)),
  );

/** @type {(each: VariantStatistics) => HTMLElement} */
const variantRow = ({ variant, games, wins, best_time_ms, best_time_game, best_score, best_score_game }) =>
  h(
    "tr",
    {},
    h("th", { scope: "row", class: "l" }, variantName(variant)),
    h("td", {}, numberText(games)),
    h(
      "td",
      {},
      percentText(wins, games),
      h("span", { class: "rate", "aria-hidden": "true" }, h("span", { "--share": wins / games })),
    ),
    h("td", {}, best(best_time_game, best_time_ms == null ? null : timeText(best_time_ms), t("bestTime"))),
    h("td", {}, best(best_score_game, best_score == null ? null : String(best_score), t("bestScore"))),
  );

/** A best result, which leads to its replay. @type {(game: string | null | undefined, text: string | null, name: string) => Child} */
const best = (game, text, name) =>
  !text
    ? "–"
    : game
      ? link(`/g/${game}`, text, { class: "best", "aria-label": `${name}: ${text}, ${t("replay")}` })
      : text;

/** @type {(page: PlayerPage) => HTMLElement} */
const calendarPanel = ({ calendar }) =>
  h("section", { class: "panel" }, h("h2", {}, t("calendar")), ...calendarChart(calendar, dayAt(now())));

/** @type {(page: PlayerPage) => HTMLElement} */
const ratings = ({ ratings: all }) =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("rating")),
    ...(all.length ? all.map(ratingRow) : [h("p", { class: "soft" }, t("noRating"))]),
  );

/** @type {(rating: PlayerRating) => HTMLElement} */
const ratingRow = ({ variant, value, sigma, races, provisional, history: points }) =>
  h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "row" },
      h("b", { class: "rated" }, variantName(variant)),
      provisional && h("span", { class: "tag" }, t("provisional")),
      h(
        "span",
        { class: "num" },
        h("b", {}, numberText(Math.round(value))),
        h("span", { class: "soft" }, ` ± ${numberText(Math.round(sigma))}`),
      ),
      link(`/boards/rating/all/${variant}`, t("board_"), { class: "small" }),
    ),
    points.length > 1 &&
      ratingChart(
        points.map((point) => point.value),
        variantName(variant),
      ),
    h("p", { class: "small soft" }, t("racesRated", { n: races })),
  );

/** @type {(page: PlayerPage) => HTMLElement} */
const recent = ({ recent: games }) =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("recent")),
    games.length
      ? h("ul", { class: "list games" }, ...games.map(recentRow))
      : h("p", { class: "soft" }, t("noGames")),
  );

/** @type {(game: RecentGame) => HTMLElement} */
function recentRow({ game, variant, ended_at, won, locked, score, time_ms, ranked, players, rank, daily }) {
  const { name = "addiction" } = variant;
  const all = ROWS * (parseVariant(name).columns - 1);
  const tags = [
    daily && link(`/daily/${daily}`, shortDayText(daily), { class: "tag" }),
    rank && h("span", { class: "tag" }, t("rankedAs", { rank, n: players })),
    !ranked && h("span", { class: "tag" }, t("practice")),
  ];
  return h(
    "li",
    {},
    h(
      "div",
      { class: "grow" },
      h("div", { class: "row" }, h("b", {}, won && "★ ", variantName(name)), ...tags),
      h(
        "span",
        { class: "small soft num" },
        `${localDateText(ended_at)} · ${locked}/${all} · ${t("points", { n: score })} · ${timeText(time_ms)}`,
      ),
    ),
    replayLink(game, variantName(name)),
  );
}
