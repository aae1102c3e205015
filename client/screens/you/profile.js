import { signed, t, timeText, variantName } from "../../i18n/index.js";
import { self as currentSelf, now } from "../../net/api.js";
import { player } from "../../net/play.js";
import { followButton, isFriend, loadFollowed } from "../../people/follow.js";
import { nameForm } from "../../people/name-form.js";
import { playerTag } from "../../people/names.js";
import { personButton, reportButton } from "../../people/person.js";
import { newRoomWith } from "../../room/friends.js";
import { SUITS } from "../../rules/cards.js";
import { DEFAULT_VARIANT, parseVariant } from "../../rules/variants.js";
import { calendarChart, ratingChart } from "../../scores/charts.js";
import { distributionPanel } from "../../scores/daily.js";
import { accuracyPanel, formPanel } from "../../scores/form.js";
import { replayLink } from "../../scores/tables.js";
import { dayHere } from "../../ui/dates.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { localDateText, localDayText, numberText, percentText, shortDayText } from "../../ui/format.js";
import { load } from "../../ui/load.js";
import { showNav } from "../../ui/nav.js";
import { note, panel, row, scrollable, stack, tag } from "../../ui/parts.js";
import { table } from "../../ui/table.js";
import { showMyChallenges } from "../race/challenges.js";
import { account } from "./account.js";
import { showMyFriends } from "./friends.js";

/** @import { Me, PlayerPage, PlayerRating, RecentGame, VariantStatistics } from "../../net/messages.js" */
/** @import { Child } from "../../ui/dom.js" */
/** @import { Page } from "../../ui/router.js" */

/** What everyone may see of a player; on the own page, also what only its owner may do. @param {Page} page @param {string} id @param {string} [vs] whether it is compared with `other` @param {string} [other] */
export default async function profileScreen({ shell, signal }, id, vs = "", other = "") {
  if (vs) return (await import("./head-to-head.js")).default({ shell, signal }, id, other);
  if (id === "admin") return (await import("./admin.js")).default(shell);
  const place = h("div.page.two-columns");
  byId("main").append(place);
  const self = await load(currentSelf(signal), "people/people.css");
  if (id === "me" && !self) return showVisitor(shell, place, signal);
  const page = await player(id === "me" ? (self?.id ?? "") : id, signal);
  const isMe = page.id === self?.id;
  // An address that can be shared.
  if (id === "me") history.replaceState(null, "", `/p/${page.id}`);
  showNav(isMe ? "you" : "");
  shell.title(page.name);
  place.replaceChildren(...parts(page, isMe ? self : null, signal));
  if (!isMe) place.querySelector("header")?.append(await between(self?.id, page));
}

/** What there is between the player and another one: to follow, which a scanned link asks first, to race, to compare. @type {(me: string | undefined, page: PlayerPage) => Promise<HTMLElement>} */
async function between(me, { id, name }) {
  await loadFollowed();
  const level = location.search === "?follow" ? "btn main big" : "btn";
  return row(
    followButton({ player: id, name }, t("followName", { name }), level),
    isFriend(id) && button(t("inviteToRace"), () => newRoomWith(id), { class: "btn main" }),
    me && link(`/p/${me}/vs/${id}`, t("headToHead", { name }), { class: "btn" }),
  );
}

/** The own page of a visitor: there is no player yet. @type {(shell: Page["shell"], place: HTMLElement, signal: AbortSignal) => void} */
function showVisitor(shell, place, signal) {
  showNav("you");
  shell.title(t("yourPage"));
  place.append(
    h(
      "section.panel.full-width",
      h("h1", t("yourPage")),
      h("p", t("nothingStored")),
      h("h2", t("yourName")),
      nameForm(signal),
      h("p.row", link("/", t("home"), { class: "btn main" }), button(t("moveHere"), signIn)),
    ),
  );
}

const signIn = async () => (await load(import("./settings.js"), "ui/page.css")).openSettings(true);

/** @type {(page: PlayerPage, self: Me | null, signal: AbortSignal) => HTMLElement[]} */
function parts(page, self, signal) {
  return [
    header(page, !!self),
    stack(
      self && friends(self, signal),
      figures(page),
      calendarPanel(page),
      page.calendar.length > 0 && distributionPanel(page.calendar),
      page.form.length > 0 && formPanel(page.form),
      ratings(page),
      !!page.accuracy?.length && accuracyPanel(page.accuracy),
    ),
    stack(self && challenges(signal), recent(page), self && account(self, signal)),
  ];
}

/** @type {(page: PlayerPage, isMe: boolean) => HTMLElement} */
const header = ({ id, name, created_at, achievements }, isMe) =>
  h(
    "header.full-width.stack",
    h(
      "h1",
      isMe ? name : personButton({ player: id, name }, name, {}),
      playerTag(id),
      isMe && h("span.soft", ` ${t("you")}`),
    ),
    h(
      "p.soft.row",
      t("since", { date: localDayText(created_at) }),
      !isMe && reportButton(name, { player: id }),
    ),
    achievements.length > 0 &&
      h(
        "ul.medals",
        { "aria-label": t("achievements") },
        ...achievements.map(({ name, game, reached_at }) =>
          h("li", link(`/g/${game}`, t(`a_${name}`), { class: "medal", title: localDayText(reached_at) })),
        ),
      ),
  );

/** @type {(number: Child, text: string) => HTMLElement} */
const figure = (number, text) => h("div", h("dd.figure", number), h("dt.small.soft", text));

/** @type {(page: PlayerPage) => HTMLElement} */
function figures({ games, wins, statistics: all, streaks }) {
  const current = Math.max(0, ...streaks.map((streak) => streak.current));
  const longest = Math.max(0, ...streaks.map((streak) => streak.longest));
  return panel(
    t("figuresTitle"),
    h(
      "dl.figures",
      figure(numberText(games), t("gamesPlayed")),
      figure(numberText(wins), t("winsShort")),
      figure(games ? percentText(wins, games) : "–", t("winRate")),
      figure(numberText(current), t("streakCurrent")),
      figure(numberText(longest), t("streakLongest")),
    ),
    all.length ? scrollable(byVariant(all)) : h("p.soft", t("noRankedGames")),
  );
}

/** @type {(all: VariantStatistics[]) => HTMLElement} */
const byVariant = (all) =>
  table(
    [
      { head: t("variant"), class: "text", isRowHead: true, cell: ({ variant }) => variantName(variant) },
      { head: t("gamesPlayed"), cell: ({ games }) => numberText(games) },
      { head: t("winRate"), class: "hide-smallest", cell: ({ games, wins }) => winRate(wins, games) },
      {
        head: t("bestTime"),
        cell: ({ best_time_ms: ms, best_time_game: game }) =>
          best(game, ms == null ? null : timeText(ms), t("bestTime")),
      },
      {
        head: t("bestScore"),
        cell: ({ best_score: score, best_score_game: game }) =>
          best(game, score == null ? null : signed(score), t("bestScore")),
      },
    ],
    all,
  );

/** @type {(wins: number, games: number) => Child[]} */
const winRate = (wins, games) => [
  percentText(wins, games),
  h("span.rate", { "aria-hidden": "true" }, h("span", { "--share": wins / games })),
];

/** A best result, with a link to its replay. @type {(game: string | null | undefined, text: string | null, name: string) => Child} */
const best = (game, text, name) =>
  !text
    ? "–"
    : game
      ? link(`/g/${game}`, text, { class: "best", "aria-label": `${name}: ${text}, ${t("replay")}` })
      : text;

/** @type {(page: PlayerPage) => HTMLElement} */
const calendarPanel = ({ calendar }) => panel(t("calendar"), ...calendarChart(calendar, dayHere(now())));

/** Whom the player follows. @type {(self: Me, signal: AbortSignal) => HTMLElement} */
function friends(self, signal) {
  const panel = h("section.panel", { hidden: true });
  showMyFriends(panel, self, signal).catch(() => {}); // the page is of use without
  return panel;
}

/** The own challenges, and the way to make one. @param {AbortSignal} signal */
function challenges(signal) {
  const panel = h("section.panel", { hidden: true });
  void showMyChallenges(panel, signal, true);
  return panel;
}

/** @type {(page: PlayerPage) => HTMLElement} */
const ratings = ({ ratings: all }) =>
  panel(t("rating"), ...(all.length ? all.map(ratingRow) : [h("p.soft", t("noRating"))]));

/** @type {(rating: PlayerRating) => HTMLElement} */
const ratingRow = ({ variant, value, sigma, races, provisional, history: points }) =>
  stack(
    row(
      h("b.rated", variantName(variant)),
      provisional && tag(t("provisional")),
      h(
        "span.numbers",
        h("b", numberText(Math.round(value))),
        h("span.soft", ` ± ${numberText(Math.round(sigma))}`),
      ),
      link(`/boards/rating/all/${variant}`, t("board_"), { class: "small" }),
    ),
    points.length > 1 &&
      ratingChart(
        points.map((point) => point.value),
        variantName(variant),
      ),
    note(t("racesRated", { n: races })),
  );

/** @type {(page: PlayerPage) => HTMLElement} */
const recent = ({ recent: games }) =>
  panel(t("recent"), games.length ? h("ul.list.games", ...games.map(recentRow)) : h("p.soft", t("noGames")));

/** @type {(text: string, race: string | null | undefined) => HTMLElement} */
const rankTag = (text, race) => (race ? link(`/race/${race}`, text, { class: "tag" }) : tag(text));

/** @type {(game: RecentGame) => HTMLElement} */
function recentRow({
  game,
  variant,
  ended_at,
  won,
  locked,
  score,
  time_ms,
  ranked,
  void: isVoid,
  players,
  rank,
  race,
  daily,
}) {
  const { name = DEFAULT_VARIANT } = variant;
  const all = SUITS.length * (parseVariant(name).columns - 1);
  const tags = [
    daily && link(`/daily/${daily}`, shortDayText(daily), { class: "tag" }),
    rank && rankTag(t("rankedAs", { rank, n: players }), race),
    isVoid && h("span.tag.bad", t("isVoid")),
    !ranked && !isVoid && tag(t("practice")),
  ];
  return h(
    "li",
    h(
      "div.grow",
      row(h("b", won && "★ ", variantName(name)), ...tags),
      h(
        "span.small.soft.numbers",
        `${localDateText(ended_at)} · ${locked}/${all} · ${t("points", { n: score })} · ${timeText(time_ms)}`,
      ),
    ),
    replayLink(game, variantName(name)),
  );
}
