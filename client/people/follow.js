import { t } from "../i18n/index.js";
import { call, ofPlayer, request } from "../net/api.js";
import { button } from "../ui/dom.js";
import { once } from "../ui/load.js";
import { setMark } from "../ui/preferences.js";
import { toast } from "../ui/say.js";

/** The people whom the player follows. @type {Map<string, wire.Friend>} */
let followed = new Map();

/** Keep a list of the people whom the player follows. */
export const keepFriends = (/** @type {wire.FriendList} */ list) => {
  followed = new Map(list.friends.map((each) => [each.player, each]));
  setMark("friends", followed.size > 0);
  return list;
};

/** Load the people whom the player follows, once on this page. */
export const loadFollowed = once(
  () => ofPlayer("GET friends", { friends: [], shows_me: false }),
  keepFriends,
);

/** Whether the player follows somebody, as far as it is loaded. @param {string} player */
export const isFollowed = (player) => followed.has(player);

/** Whether the two follow each other, as far as it is loaded. @param {string} player */
export const isFriend = (player) => !!followed.get(player)?.friend;

/** Follow somebody, or end that; say its effect. @type {(person: Named, isOn: boolean) => Promise<wire.FriendList>} */
export async function setFollowed({ player, name }, isOn) {
  const list = keepFriends(
    await (isOn ? call("PUT friends/{player}", { player }) : request("DELETE friends/{player}", { player })),
  );
  toast(t(!isOn ? "unfollowed" : followed.get(player)?.friend ? "areFriends" : "youFollow", { name }));
  return list;
}

/** A button that follows somebody, or ends that. @param {Named} person @param {string} text of it, to follow @param {string} [level] its class, to follow */
export function followButton(person, text, level = "btn") {
  const show = () => {
    const isOn = isFollowed(person.player);
    const end = `${t("unfollow")}: ${person.name}`;
    const isNamed = text.includes(person.name);
    element.textContent = isOn ? (isNamed ? end : t("unfollow")) : text;
    element.ariaLabel = isOn ? end : isNamed ? text : `${text}: ${person.name}`;
    element.className = isOn ? "btn quiet" : level;
  };
  const toggle = () => setFollowed(person, !isFollowed(person.player)).then(show);
  const element = button(text, toggle);
  show();
  return element;
}
