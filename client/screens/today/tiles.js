import { t, timeText } from "../../i18n/index.js";
import { leaderboard } from "../../net/play.js";
import { avatar } from "../../people/avatars.js";
import { playerColours } from "../../people/names.js";
import { doingText, order, watchFriends, waysTo } from "../../room/friends.js";
import { h, morph } from "../../ui/dom.js";
import { loadStyles } from "../../ui/load.js";

/** @import { Friend } from "../../net/messages.js" */

/** Friends as cards: a gap is who has not played, or of whom it is not known yet; and who races now. @param {HTMLElement} place @param {string} date @param {string} variant @param {boolean} isDone whether the own daily is finished @param {AbortSignal} signal */
export async function showTiles(place, date, variant, isDone, signal) {
  loadStyles("people/avatars.css").catch(() => {}); // the names can be read without
  const board = isDone
    ? await leaderboard("daily", date, variant, { among: "friends" }, signal).catch(() => null)
    : null;
  const mine = board?.mine;
  await watchFriends(({ friends }) => {
    const found = friends.filter(({ friend }) => friend);
    const colours = playerColours(found.map(({ player }) => player));
    const resultOf = (/** @type {Friend} */ { player }) =>
      board?.items.find((each) => each.player === player)?.result;
    place.hidden = !found.length;
    morph(
      place,
      h(
        "div.row",
        h("h2.grow", t("friendsToday")),
        h(
          "span.small.soft",
          mine && board.size > 1
            ? t("placeAmong", { rank: mine.rank, of: board.size })
            : !isDone && t("timesOpen"),
        ),
      ),
      ...found
        .filter(({ invites_to, room }) => invites_to || room)
        .sort((a, b) => order(a) - order(b))
        .map(live),
      h(
        "ul.friend-tiles",
        ...found.map((friend) => {
          const result = resultOf(friend);
          const { name, player } = friend;
          return h(
            "li",
            { "data-key": player },
            h(
              "a",
              { href: `/p/${player}` },
              avatar(name, colours.get(player) ?? 0, result ? "ready" : !friend.doing && "away"),
              h("b", h("bdi", name)),
            ),
            h("small.soft", { class: result ? "figure" : "" }, resultText(result) || doingText(friend)),
          );
        }),
      ),
    );
  }, signal);
}

/** @type {(result: import("../../net/messages.js").LeaderboardRow["result"]) => string} */
const resultText = (result) =>
  !result ? "" : result.won ? timeText(result.time_ms) : t("cardsLocked", { n: result.locked });

/** A friend who invites, or races where one may come along. @type {(friend: Friend) => HTMLElement} */
const live = (friend) =>
  h(
    "p.row.live",
    { "data-key": `live ${friend.player}` },
    h("b.grow", h("bdi", friend.name), " ", doingText(friend)),
    ...waysTo(friend, "btn"),
  );
