import { t } from "../../i18n/index.js";
import { call, ofPlayer } from "../../net/api.js";
import { followButton, keepFriends, setFollowed } from "../../people/follow.js";
import { playerLink, playerTag } from "../../people/names.js";
import { doingText, newRoomWith } from "../../room/friends.js";
import { openDialog } from "../../ui/dialog.js";
import { button, h, link } from "../../ui/dom.js";
import { checkbox, checkboxLabel, copied } from "../../ui/fields.js";
import { folded, item, note, row, stack, tag } from "../../ui/parts.js";
import { share } from "../../ui/share.js";

/** Show the people whom the player follows, the choice of what they see, and people whom the player may know. @param {HTMLElement} place @param {wire.Me} self @param {AbortSignal} signal */
export async function showMyFriends(place, self, signal) {
  const [list, { players }] = await Promise.all([
    ofPlayer("GET friends", { friends: [], shows_me: false }, signal),
    ofPlayer("GET friends/suggestions", { players: [] }, signal),
  ]);
  show(place, self, keepFriends(list), players);
}

/** @type {(place: HTMLElement, self: wire.Me, list: wire.FriendList, suggested: wire.Suggestion[]) => void} */
function show(place, self, list, suggested) {
  const known = new Set(list.friends.map(({ player }) => player));
  const others = suggested.filter(({ player }) => !known.has(player));
  const shows = checkbox(list.shows_me, {
    onchange: () => call("PUT me/presence", { shows: shows.checked }),
  });
  const unfollow = async (/** @type {wire.Friend} */ friend) =>
    show(place, self, await setFollowed(friend, false), suggested);
  const suggestions = others.map((person) =>
    item(
      person.player,
      h("span", playerLink(person.player, person.name), playerTag(person.player)),
      t(`why_${person.reason}`),
      followButton(person, t("follow")),
    ),
  );
  place.hidden = false;
  place.replaceChildren(
    h("h2", t("friends")),
    list.friends.length
      ? h("ul.list", ...list.friends.map((each) => friendItem(each, self, () => unfollow(each))))
      : note(t("friendsHelp")),
    row(
      button(t("myCode"), () => openCode(self)),
      link("/boards", t("friendsBoards"), "btn"),
    ),
    checkboxLabel(shows, t("showFriends")),
    note(t("showFriendsHelp")),
    ...(others.length ? [folded(t("maybeKnow"), h("ul.list", ...suggestions))] : []),
  );
}

/** @type {(friend: wire.Friend, self: wire.Me, unfollow: () => Promise<void>) => HTMLElement} */
const friendItem = (friend, self, unfollow) =>
  item(
    friend.player,
    h(
      "b",
      playerLink(friend.player, friend.name),
      playerTag(friend.player),
      " ",
      friend.friend && tag(t("friendTag")),
    ),
    doingText(friend),
    h(
      "span.row",
      friend.friend && button(t("invite"), () => newRoomWith(friend.player), "btn", friend.name),
      link(`/p/${self.id}/vs/${friend.player}`, t("versusShort"), "btn", friend.name),
      button(t("unfollow"), unfollow, "btn quiet small", friend.name),
    ),
  );

/** The own link, to be scanned or sent: a player who opens it can follow with one tap. @param {wire.Me} self */
function openCode({ id, name }) {
  const url = `${location.origin}/p/${id}?follow`;
  openDialog(
    t("myCode"),
    stack(
      note(t("myCodeHelp")),
      h("img.qr", { src: `/p/${id}/qr.svg`, alt: t("qr") }),
      copied(url, t("myCode")),
      row(button(t("share"), () => share(t("followName", { name }), url), "btn main")),
    ),
  );
}
