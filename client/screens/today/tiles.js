import { t, timeText, variantName } from "../../i18n/index.js";
import { ofPlayer } from "../../net/api.js";
import { avatar } from "../../people/avatars.js";
import { playerColours } from "../../people/names.js";
import { doingText, order, watchFriends, waysTo } from "../../room/friends.js";
import { h, link, morph } from "../../ui/dom.js";
import { loadStyles } from "../../ui/load.js";
import { isMarked } from "../../ui/preferences.js";

/** @typedef {{ player: string, name: string, row?: wire.LeaderboardRow }} Known somebody, with a place on the leaderboard if there is one */

/** Tiles on the page; the leaderboard has everybody. */
const MAX_TILES = 24;
/** News that stand open. */
const MAX_LINES = 3;

/**
 * Friends and members of one's groups as cards, each once: one who has not played is a gap. Results are shown
 * once the own game is over, the activities of friends at any time.
 * @param {HTMLElement} place @param {wire.LeaderboardPage} board @param {AbortSignal} signal
 */
export async function showTiles(place, { circles = [], mine }, signal) {
  loadStyles("people/avatars.css").catch(() => {}); // the names can be read without
  const known = peopleOf(circles, mine?.player);
  const colours = playerColours(known.map(({ player }) => player));
  /** @type {wire.FriendNews[]} */ let news = [];
  /** @type {wire.Friend[]} */ let seen = [];
  const show = (/** @type {wire.Friend[]} */ friends) => {
    seen = friends;
    place.hidden = !known.length;
    morph(
      place,
      h("div.row", h("h2.grow", t("friendsToday")), !mine && h("span.small.soft", t("timesOpen"))),
      ...friends
        .filter(({ invites_to, room }) => invites_to || room)
        .sort((a, b) => order(a) - order(b))
        .map(live),
      h("ul.friend-tiles", ...known.slice(0, MAX_TILES).map((each) => tile(each, friends))),
      ...newsLines(news),
    );
  };
  const tile = (/** @type {Known} */ { name, player, row }, /** @type {wire.Friend[]} */ friends) => {
    const friend = friends.find((each) => each.player === player);
    const text = row
      ? mine
        ? resultText(row.result)
        : t("playedMark")
      : (friend && doingText(friend)) || t("state_waits");
    return h(
      "li",
      { "data-key": player },
      h(
        "a",
        { href: `/p/${player}` },
        avatar(name, colours.get(player) ?? 0, row ? "ready" : !friend?.doing && "away"),
        h("b", h("bdi", name)),
      ),
      h("small.soft", { class: row && mine ? "figure" : "" }, text),
    );
  };
  show([]);
  if (!isMarked("friends")) return;
  ofPlayer("GET friends/news", { news: [] }, signal)
    .then((found) => {
      ({ news } = found);
      if (!signal.aborted) show(seen);
    })
    .catch(() => {});
  await watchFriends(({ friends }) => show(friends.filter(({ friend }) => friend)), signal);
}

/** The news of friends: the first lines, and the others behind a summary. @param {wire.FriendNews[]} news */
function newsLines(news) {
  const lines = news.map(({ challenge, kind, name, player, time_ms, variant }) => {
    const text = t(`news_${kind}`, { variant: variantName(variant), time: timeText(time_ms ?? 0) });
    return h(
      "li.small",
      { "data-key": challenge ?? `${kind} ${player} ${variant}` },
      h("bdi", h("b", name)),
      ": ",
      challenge ? link(`/challenge/${challenge}`, text) : text,
    );
  });
  const [first, others] = [lines.slice(0, MAX_LINES), lines.slice(MAX_LINES)];
  return [
    !!first.length && h("ul.stack.news", ...first),
    !!others.length && h("details", h("summary.small", t("more")), h("ul.stack.news", ...others)),
  ];
}

/** The people of all circles but the player: those who have played first, friends before members of groups. @type {(circles: wire.LeaderboardPage["circles"], me: string | undefined) => Known[]} */
export function peopleOf(circles = [], me) {
  const played = circles.flatMap(({ rows }) => rows.map((row) => ({ ...named(row), row })));
  const others = circles.flatMap(({ absent = [] }) => absent.map(named));
  /** @type {Map<string, Known>} */
  const byPlayer = new Map();
  for (const each of [...played, ...others])
    if (each.player !== me && !byPlayer.has(each.player)) byPlayer.set(each.player, each);
  return [...byPlayer.values()];
}

/** @type {(person: { player: string, name: string }) => Known} */
const named = ({ name, player }) => ({ name, player });

/** @type {(result: wire.LeaderboardRow["result"]) => string} */
const resultText = (result) =>
  !result ? "" : result.won ? timeText(result.time_ms) : t("cardsLocked", { n: result.locked });

/** A friend who invites, or races where one may come along. @type {(friend: wire.Friend) => HTMLElement} */
const live = (friend) =>
  h(
    "p.row.live",
    { "data-key": `live ${friend.player}` },
    h("b.grow", h("bdi", friend.name), " ", doingText(friend)),
    ...waysTo(friend, "btn"),
  );
