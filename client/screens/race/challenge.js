import { t, timeText, variantName } from "../../i18n/index.js";
import { call, now, request, self } from "../../net/api.js";
import { playerName } from "../../people/names.js";
import { personButton } from "../../people/person.js";
import { notifyButton } from "../../push/notify-button.js";
import { enterRoom, QUICK_VARIANT } from "../../room/enter.js";
import { DEFAULT_VARIANT } from "../../rules/variants.js";
import { impsColumn, lockedColumn, shufflesColumn, timeColumn } from "../../scores/columns.js";
import { certificateText, variantHelp } from "../../scores/deals.js";
import { rankedTable } from "../../scores/tables.js";
import { DAY_MS } from "../../ui/dates.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { checkbox, checkboxLabel, variantSelect } from "../../ui/fields.js";
import { momentText, shortDayText, spanText } from "../../ui/format.js";
import { choice, formOf, labelled } from "../../ui/forms.js";
import { load } from "../../ui/load.js";
import { note, panel, row } from "../../ui/parts.js";
import { keepVariant, lastVariant, setMark } from "../../ui/preferences.js";
import { go, refresh } from "../../ui/router.js";
import { shareLink } from "../../ui/share.js";
import { whileSeen } from "../../ui/wait.js";
import { titleOf } from "./challenges.js";

/** The results of a challenge. @param {wire.ChallengeGame[]} results @param {string} me */
export const resultsTable = (results, me) =>
  rankedTable(results, me, [
    results.some(({ imps }) => imps != null) && impsColumn(({ imps }) => imps ?? 0, { isMain: true }),
    lockedColumn(),
    timeColumn(),
    shufflesColumn(),
  ]);

/** How a game ended, in a few words. @param {wire.ChallengeGame} game */
export const outcomeText = ({ locked, time_ms, won }) =>
  won ? t("beatWon", { time: timeText(time_ms) }) : t("beatLocked", { n: locked });

const REFRESH_INTERVAL_MS = 20000;
/** From here on, the days that are left are counted, not the hours. */
const LONG_MS = 2 * DAY_MS;

/** A challenge: the invitation, its outcome, and the way on; or `new`, to make one. @param {Page} page @param {string} [code] */
export default async function challengeScreen({ shell, signal }, code = "new") {
  const place = h("div.page.challenge");
  byId("main").append(place);
  const player = await load(
    self(signal),
    "scores/leaderboard.css",
    "people/people.css",
    "screens/race/challenge.css",
  );
  const me = player?.id ?? "";
  if (code === "new") {
    shell.title(t("newChallenge"));
    return place.append(...making());
  }
  const found = await request("GET challenges/{challenge}", { challenge: code }, { signal });
  const { arena, date, group } = found;
  if (date || arena) {
    // A group's own daily is where the group is, and a round of an arena where that is.
    history.replaceState(null, "", arena ? `/arena/${arena}` : `/group/${group}/${date}`);
    return refresh();
  }
  shell.title(titleOf(found, me));
  const show = (/** @type {wire.Challenge} */ current) =>
    !signal.aborted && place.replaceChildren(...parts(current, me, show));
  show(found);
  const look = async () => {
    if (!place.contains(document.activeElement))
      show(await request("GET challenges/{challenge}", { challenge: found.code }, { signal }));
  };
  if (!found.ended_at) whileSeen(REFRESH_INTERVAL_MS, look, signal);
}

/** The form; the address says on which deal and for whom. */
function making() {
  const query = new URLSearchParams(location.search);
  const [game, date, variant] = [query.get("game"), query.get("daily"), query.get("variant")];
  const chosen = game
    ? /** @type {const} */ ({ deal: "game", game })
    : date
      ? /** @type {const} */ ({ deal: "daily", date, variant: variant ?? DEFAULT_VARIANT })
      : null;
  return [
    h("h1", t("newChallenge")),
    h("section.panel", h("p", t("challengesHelp")), challengeForm(chosen, query.get("group"))),
  ];
}

/** @typedef {(current: wire.Challenge) => unknown} Show shows a changed challenge */

/** @param {wire.Challenge} current @param {string} me @param {Show} show */
function parts(current, me, show) {
  const { code, order = "race", results = [] } = current;
  if (current.mine || current.player === me) setMark("challenges");
  return [
    h(
      "section.felt",
      h("h1", titleOf(current, me)),
      h("p.soft", ...facts(current)),
      ...target(current),
      ...ways(current, me, show),
    ),
    results.length > 0 &&
      panel(
        t("challengeResults"),
        resultsTable(results, me),
        h(
          "p.row",
          link(`/race/${code}`, t("watchTogether"), "btn main"),
          results.length > 1 && h("span.small.soft", t(`order_${order}`)),
        ),
      ),
    others(current, me),
  ].filter((part) => part instanceof HTMLElement);
}

/** @param {wire.Challenge} current @returns {Child[]} */
function facts({ variant, daily, certificate }) {
  return [
    h("b", variantName(variant.name)),
    ` · ${variantHelp(variant.name)}`,
    daily && ` · ${t("daily")}, ${shortDayText(daily.date)}`,
    certificate && ` · ${certificateText(certificate)}`,
  ];
}

/** The game to beat. @param {wire.Challenge} current */
const target = ({ target: game }) =>
  game ? [h("p.to-beat", h("span", t("toBeat")), " ", h("b", outcomeText(game)))] : [];

/** The ways on, and what happens then. @param {wire.Challenge} current @param {string} me @param {Show} show @returns {HTMLElement[]} */
function ways(current, me, show) {
  const { code, ended_at, ends_at, game, mine, ranked, room, variant } = current;
  const help = (/** @type {string} */ text) => h("p.small", text);
  if (ended_at)
    return [
      h("p", t("challengeEnded")),
      row(link("/challenge/new", t("newChallenge"), "btn"), shareButton(current, me)),
    ];
  const until = h(
    "p",
    t("challengeUntil", { time: momentText(ends_at) }),
    h("span.soft", ` · ${t("challengeLeft", { time: leftText(ends_at - now()) })}`),
  );
  if (mine === "done")
    return [
      until,
      h("p", t(ranked ? "playedSealed" : "playedFun")),
      row(shareButton(current, me, "main"), game && link(`/g/${game}`, t("replay"), "btn")),
    ];
  if (mine === "plays")
    return [until, row(link(`/r/${room}`, t("goOnPlaying"), "btn main big")), help(t("itsClockRuns"))];
  const play = () => enterRoom(call("POST challenges/{challenge}/games", { challenge: code }), variant);
  const take = (/** @type {wire.RouteTo<wire.Challenge>} */ route) => () =>
    call(route, { challenge: code }).then(show);
  return [
    until,
    row(
      button(t("playIt"), play, "btn main big"),
      current.player === me
        ? shareButton(current, me)
        : mine
          ? button(t("notPlaying"), take("DELETE challenges/{challenge}/places/me"), "btn quiet")
          : !current.group && button(t("playLater"), take("POST challenges/{challenge}/places"), "btn big"),
      mine && notifyButton("challenges", t("remindMe")),
    ),
    help(`${t("oneGame")} ${t(ranked ? "sealedHelp" : "funHelp")}`),
  ];
}

/** How long it still may be played. @param {number} ms */
const leftText = (ms) => (ms < LONG_MS ? spanText(ms) : t("days", { n: Math.round(ms / DAY_MS) }));

/** @param {wire.Challenge} current @param {string} me @param {string} [level] */
const shareButton = ({ code, player, ended_at, target: game, ends_at }, me, level = "") => {
  const time = momentText(ends_at);
  const text = () => {
    if (ended_at) return t("shareEnded");
    return game && player === me
      ? t("shareTarget", { result: outcomeText(game), time })
      : t("shareOpen", { time });
  };
  return shareLink(t("shareChallenge"), text, `/challenge/${code}`, `btn ${level}`);
};

/** The players who have a place, but no result above. @param {wire.Challenge} current @param {string} me */
function others({ players, places, results = [] }, me) {
  const ranked = new Set(results.map(({ player }) => player));
  const unranked = players.filter(({ player }) => !ranked.has(player));
  return (
    unranked.length > 0 &&
    h(
      "section.plain",
      h("h2", t("players"), places ? ` ${players.length}/${places}` : ""),
      h("ul.list", ...unranked.map((each) => playerItem(each, me))),
    )
  );
}

/** @param {wire.ChallengePlayer} player @param {string} me */
const playerItem = ({ player, name, state }, me) =>
  h(
    "li",
    { "data-key": player },
    h(
      "span.grow",
      player === me
        ? h("b", playerName(name), " ", t("you"))
        : personButton({ player, name }, playerName(name), {}),
    ),
    h("span", { class: state === "done" ? "tag" : "small soft" }, t(`state_${state}`)),
  );

/** How long games may be played. */
const HOURS = [1, 3, 24, 72, 168];
const USUAL_HOURS = 72;
const DEALS = /** @type {const} */ (["random", "certified"]);
const PLACES = [0, 2, 3, 4, 6, 8, 12, 16];

/** The deal, if it is settled: that of an own game, or of a daily. @typedef {Pick<wire.NewChallenge, "deal" | "game" | "date" | "variant">} Chosen */

/** A form to challenge friends, or a group. @param {Chosen | null} chosen @param {string | null} group */
export function challengeForm(chosen, group) {
  const send = async (/** @type {wire.NewChallenge} */ { deal, hours, places, ranked, variant }) => {
    if (variant) keepVariant(variant);
    const what = chosen ?? { deal, variant, ranked };
    const { code } = await call("POST challenges", { ...what, hours, places: places || null, group });
    setMark("challenges");
    await go(`/challenge/${code}`);
  };
  const hoursText = (/** @type {number} */ n) => (n < 24 ? t("hours", { n }) : t("days", { n: n / 24 }));
  const placesText = (/** @type {number} */ n) => (n ? t("placesFor", { n }) : t("placesAny"));
  return formOf(
    [
      chosen && !chosen.date && h("p", t("challengeOnGame")),
      chosen?.date &&
        h(
          "p",
          t("challengeOnDaily", { variant: variantName(chosen.variant), date: shortDayText(chosen.date) }),
        ),
      !chosen && labelled(t("variant"), variantSelect(lastVariant(QUICK_VARIANT), { name: "variant" })),
      !chosen && choice(t("challengeDeal"), "deal", DEALS, (each) => t(`deal_${each}`)),
      choice(t("challengeTime"), "hours", HOURS, hoursText, USUAL_HOURS),
      !group && choice(t("challengePlaces"), "places", PLACES, placesText),
      !chosen && checkboxLabel(checkbox(true, { name: "ranked" }), t("sealIt")),
      note(t(chosen ? "funHelp" : "sealHelp")),
    ],
    t("makeChallenge"),
    send,
    "btn main big",
  );
}
