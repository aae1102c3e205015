import { call, ofPlayer, path, request } from "./api.js";

/** @import { FriendList, FriendNewsList, SuggestionList } from "./messages.js" */

/** Whom the player follows, and what friends do now. @type {(signal?: AbortSignal) => Promise<FriendList>} */
export const friends = (signal) => ofPlayer("friends", { friends: [], shows_me: false }, signal);

/** What friends did. @type {(signal: AbortSignal) => Promise<FriendNewsList>} */
export const friendNews = (signal) => ofPlayer("friends/news", { news: [] }, signal);

/** Whom the player may want to follow. @type {(signal: AbortSignal) => Promise<SuggestionList>} */
export const suggestions = (signal) => ofPlayer("friends/suggestions", { players: [] }, signal);

/** @type {(player: string) => Promise<FriendList>} */
export const follow = (player) => call("PUT", path("friends", player));

/** @type {(player: string) => Promise<FriendList>} */
export const unfollow = (player) => request("DELETE", path("friends", player));

/** Whether friends see what the player does. @type {(shows: boolean) => Promise<FriendList>} */
export const showToFriends = (shows) => call("PUT", "me/presence", { body: { shows } });

/** Say that the player is here. @type {(signal: AbortSignal) => Promise<FriendList>} */
export const noteHere = (signal) => request("POST", "me/presence", { signal });

/** Invite a friend to a room. @type {(code: string, player: string) => Promise<FriendList>} */
export const inviteFriend = (code, player) =>
  request("POST", path("rooms", code, "invitations"), { body: { player } });
