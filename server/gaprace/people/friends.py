"""Friends: the players whom a player follows, their states, and invitations to rooms.

Nobody but a friend learns what a player does, and only of a player who shows it.
"""

from gaprace.errors import Refusal
from gaprace.play.events.calendar import DAY_MS, days_from
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.events.windows import open_dates
from gaprace.play.live.bots import level_of
from gaprace.play.notices.push import race_invited
from gaprace.play.people.doing import ABOUT_MS, INVITED_MS, MAX_FOLLOWS, NOTE_INTERVAL_MS, doing_in
from gaprace.ports import Clock, Followed, Store, StoredFollow, StoredPlayer, StoredPresence
from gaprace.rooms.registry import RoomRegistry
from gaprace.wire import RoomCode
from gaprace.wire.http import Friend, FriendList, FriendNews, FriendNewsList, Suggestion, SuggestionList

MAX_SUGGESTIONS = 20
"""For each reason."""
NOTE_BATCH = 500
"""Players whose presence is noted at a time."""


class Friends:
    """Keeps the follows of players, and shows friends to each other."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry) -> None:
        self._store, self._clock, self._rooms = store, clock, rooms

    async def of(self, player: StoredPlayer) -> FriendList:
        """Return the players whom a player follows, with the states of friends who show them."""
        found = await self._store.followed_by(player.id)
        shows_me = await self._store.presence(player.id) is not None
        return FriendList([await self._shown(each) for each in found], shows_me)

    async def _shown(self, found: Followed) -> Friend:
        presence = found.presence
        is_about = presence is not None and self._clock.now() - presence.seen_at < ABOUT_MS
        return Friend(
            player=found.mine.followed,
            name=found.name,
            at=found.mine.at,
            friend=found.theirs is not None,
            doing=presence.doing if presence and is_about else None,
            room=presence.room if presence and is_about else None,
            invites_to=await self._invitation(found),
        )

    async def _invitation(self, found: Followed) -> RoomCode | None:
        """Return the room of an invitation, as long as it is new and its player has not come."""
        theirs, me = found.theirs, found.mine.player
        if theirs is None or theirs.room is None or self._clock.now() - (theirs.invited_at or 0) >= INVITED_MS:
            return None
        room = await self._rooms.view(theirs.room, me)
        return room.code if room and all(each.id != me for each in room.members) else None

    async def suggestions(self, player: StoredPlayer) -> SuggestionList:
        """Return whom a player may want to follow."""
        return SuggestionList([Suggestion(*each) for each in await self._store.suggestions(player.id, MAX_SUGGESTIONS)])

    # Following

    async def follow(self, player: StoredPlayer, other: str) -> None:
        """Follow a player. Following again changes nothing.

        That the other one blocks the player is not told: the follow then has no effect. Raises `cannot_follow`,
        `player_not_found`, `too_many_follows`.
        """
        if other == player.id or await self._store.has_blocked(player.id, other):
            raise Refusal("cannot_follow", "You can't follow yourself or a player whom you block.")
        found = await self._store.player(other)
        if found is None or found.deleted_at is not None or level_of(other):
            raise Refusal("player_not_found", "Player not found: reload the page, and follow again.")
        known = {each.mine.followed for each in await self._store.followed_by(player.id)}
        if len(known) >= MAX_FOLLOWS and other not in known:
            raise Refusal("too_many_follows", f"You can follow at most {MAX_FOLLOWS} players: unfollow some first.")
        await self._store.add_follow(StoredFollow(player.id, other, self._clock.now()))

    async def unfollow(self, player: StoredPlayer, other: str) -> None:
        """Follow a player no longer."""
        await self._store.remove_follow(player.id, other)

    async def invite(self, player: StoredPlayer, other: str, code: RoomCode) -> None:
        """Invite a friend to a room that the player may enter. Raises `room_not_found`, `not_friends`."""
        room = await self._rooms.view(code, player.id)
        if room is None or room.event:
            raise Refusal("room_not_found", "Room not found, or it is for one player. Check the code.")
        now = self._clock.now()
        invitation = StoredFollow(player.id, other, now, room.code, now)
        if not await self._store.invite(invitation, race_invited(room.code, now, other)):
            raise Refusal("not_friends", "You can invite a player once you follow each other.")

    # Presence

    async def show(self, player: StoredPlayer, *, shows: bool) -> None:
        """Set whether friends see what a player does."""
        if shows:
            await self._store.show_presence(StoredPresence(player.id, self._clock.now()))
        else:
            await self._store.hide_presence(player.id)

    async def note(self, player: StoredPlayer) -> None:
        """Note that a player is about, if friends may see that."""
        now, known = self._clock.now(), await self._store.presence(player.id)
        # The note of a room says more of a player who is in two windows.
        if known and (known.doing == "about" or now - known.seen_at >= NOTE_INTERVAL_MS):
            await self._store.note_presences([StoredPresence(player.id, now)])

    async def note_all(self) -> None:
        """Note the states of players who are connected to the rooms of this server."""
        now = self._clock.now()
        seen = {
            player: StoredPresence(player, now, *doing_in(room.state.view, player, open_dates(now)))
            for room in self._rooms.live_rooms
            for player in room.present_here
        }
        noted = [*seen.values()]
        for at in range(0, len(noted), NOTE_BATCH):
            await self._store.note_presences(noted[at : at + NOTE_BATCH])


MAX_NEWS = 6
MAX_CHALLENGES = 2
"""The latest ones: there is room for the rest."""


class News:
    """Finds the news of friends: challenges, the best results in yesterday's dailies, and late personal bests.

    These are the few things worth knowing, of friends who show what they do. None of them is stored.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def of(self, player: StoredPlayer) -> FriendNewsList:
        """Return the news of a player's friends. There are none of a daily that the player could still play."""
        found = await self._store.followed_by(player.id)
        friends = {each.mine.followed: each for each in found if each.theirs and each.presence}
        if not friends:
            return FriendNewsList([])
        now = self._clock.now()
        challenges = await self._store.challenges_to(player.id, [*friends], now, MAX_CHALLENGES)
        bests = await self._store.late_bests([*friends], now - DAY_MS)
        names = {each: friend.name for each, friend in friends.items()}
        news = [
            FriendNews(each.player, names[each.player], "challenge", each.deal.variant.name, challenge=each.code)
            for each in challenges
        ]
        news += await self._of_dailies(player.id, names)
        news += [FriendNews(each.player, names[each.player], "best", each.variant, each.time_ms) for each in bests]
        return FriendNewsList(news[:MAX_NEWS])

    async def _of_dailies(self, me: str, friends: dict[str, str]) -> list[FriendNews]:
        now, news = self._clock.now(), list[FriendNews]()
        yesterday = days_from(open_dates(now)[0], -1)
        for daily in await self._store.dailies(yesterday, yesterday):
            mine = None if daily.event.seal.is_lifted(now) else await self._store.entry(daily.event.code, me)
            if not (daily.event.seal.is_lifted(now) or (mine and mine.ended)):
                continue
            for first in await self._store.places_of(Leaderboard("daily", *daily.key), [me, *friends], 1):
                if first.player != me and first.result.won:
                    name, time_ms = friends[first.player], first.result.time_ms
                    news.append(FriendNews(first.player, name, "daily", daily.key.variant, time_ms))
        return news
