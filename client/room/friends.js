import { t } from "../i18n/index.js";
import { call, ofPlayer, request } from "../net/api.js";
import { createRoom } from "../net/play.js";
import { followButton, isFollowed, keepFriends, loadFollowed } from "../people/follow.js";
import { playerLink, tagOf } from "../people/names.js";
import { isBlocked } from "../people/person.js";
import { button, h, link, morph } from "../ui/dom.js";
import { item, row } from "../ui/parts.js";
import { go } from "../ui/router.js";
import { toast } from "../ui/say.js";
import { whileSeen } from "../ui/wait.js";
import { newRoomSettings } from "./enter.js";

/** How often the friends are looked up (ms). */
const LOOK_MS = 15_000;
/** Friends on a page that is about something else. */
const MAX_SHOWN = 6;

/** Follow the friends' activities while the page is seen; others learn that the player is here, if they may. @type {(show: (list: wire.FriendList) => void, signal: AbortSignal) => Promise<void>} */
export async function watchFriends(show, signal) {
  let showsMe = false;
  const look = async () => {
    const list = keepFriends(
      await (showsMe
        ? request("POST me/presence", {}, { signal })
        : ofPlayer("GET friends", { friends: [], shows_me: false }, signal)),
    );
    showsMe = list.shows_me;
    if (!signal.aborted) show(list);
  };
  whileSeen(LOOK_MS, look, signal);
  await look().catch(() => {});
  if (showsMe) await look().catch(() => {});
}

/** The order of friends: those who invite, then those who race, play and are here. @param {wire.Friend} friend */
export const order = ({ invites_to, doing }) =>
  invites_to ? 0 : doing ? { racing: 1, daily: 2, about: 3 }[doing] : 4;

/** The present activity of a friend. @type {(friend: wire.Friend) => string} */
export const doingText = ({ invites_to, doing }) =>
  invites_to ? t("invitesYou") : doing === "about" ? t("here") : doing ? t(`doing_${doing}`) : "";

/** The friends, with the way to each: to the room of an invitation or of a race, or an invitation. @param {HTMLElement} place @param {AbortSignal} signal */
export const showFriends = (place, signal) => {
  const show = (/** @type {wire.FriendList} */ list) => {
    const found = list.friends.filter(({ friend }) => friend).sort((a, b) => order(a) - order(b));
    place.hidden = !found.length;
    morph(
      place,
      h("h2", t("friends")),
      h("ul.list", ...found.slice(0, MAX_SHOWN).map(withWays)),
      row(
        !list.shows_me && button(t("showFriends"), showMe, "btn quiet small"),
        link("/p/me", t("allFriends"), "btn quiet small"),
      ),
    );
  };
  const showMe = async () => {
    show(await call("PUT me/presence", { shows: true }));
    toast(t("showFriendsHelp"));
  };
  return watchFriends(show, signal);
};

/** @param {wire.Friend} friend */
const withWays = (friend) =>
  friendItem(
    friend,
    ...(friend.invites_to || friend.room
      ? waysTo(friend)
      : [inviteButton(friend, () => newRoomWith(friend.player))]),
  );

/** A friend's name and activity, and the ways there. @param {wire.Friend} friend @param {Child[]} ways */
const friendItem = (friend, ...ways) =>
  item(
    friend.player,
    h("b", playerLink(friend.player, friend.name)),
    doingText(friend),
    h("span.row", ...ways),
  );

/** The ways to where a friend is: to the room of an invitation, or of a race. @type {(friend: wire.Friend, level?: string) => HTMLElement[]} */
export function waysTo({ name, room, invites_to }, level = "btn main") {
  const way = (/** @type {string} */ path, /** @type {string} */ text, look = "btn") =>
    link(path, text, look, name);
  if (invites_to) return [way(`/r/${invites_to}`, t("comeToRace"), level)];
  return room ? [way(`/w/${room}`, t("watchNow")), way(`/r/${room}`, t("joinNext"))] : [];
}

/** A button that invites a friend. @param {wire.Friend} friend @param {() => Promise<unknown>} invite */
const inviteButton = ({ name }, invite) => button(t("invite"), invite, "btn", name);

/** Open a room, invite a friend, and go there. @param {string} player */
export async function newRoomWith(player) {
  const { code } = await createRoom(newRoomSettings());
  await request("POST rooms/{code}/invitations", { code, player });
  await go(`/r/${code}`);
}

/** Show the friends who are not in a room yet, to be invited by a tap. @param {HTMLElement} place @param {RoomReplica} replica @param {AbortSignal} signal */
export function showInvites(place, replica, signal) {
  /** @type {Set<string>} */
  const invited = new Set();
  return watchFriends((list) => {
    const { room } = replica;
    if (!room) return;
    const others = list.friends.filter(
      ({ friend, player }) => friend && !room.members.some(({ id }) => id === player),
    );
    place.hidden = !others.length;
    const invite = async (/** @type {wire.Friend} */ friend) => {
      await request("POST rooms/{code}/invitations", { code: room.code, player: friend.player });
      invited.add(friend.player);
      show();
    };
    const way = (/** @type {wire.Friend} */ friend) =>
      invited.has(friend.player)
        ? h("span.tag.ready", t("isInvited"))
        : inviteButton(friend, () => invite(friend));
    const show = () =>
      morph(
        place,
        h("h2", t("friends")),
        h(
          "ul.list",
          ...others.sort((a, b) => order(a) - order(b)).map((each) => friendItem(each, way(each))),
        ),
      );
    show();
  }, signal);
}

/** How many rivals in a result a player is offered to follow. */
const MAX_RIVALS = 3;

/** After a race: buttons that follow the rivals who are not followed yet. @param {wire.Standing[]} standings @param {string} me */
export async function followRivals(standings, me) {
  await loadFollowed();
  const rivals = standings.filter(
    ({ bot, player }) => !bot && player !== me && tagOf(player) && !isFollowed(player) && !isBlocked(player),
  );
  return rivals.length > 0 && rivals.length <= MAX_RIVALS
    ? row(...rivals.map((each) => followButton(each, t("followName", { name: each.name }), "btn small")))
    : null;
}
