"""News of friends: the few things worth knowing, of those who show what they do. Nothing of it is stored."""

from gaprace.play.events.calendar import DAY_MS, days_from
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.events.windows import open_dates
from gaprace.ports import Clock, Store, StoredPlayer
from gaprace.wire.http import FriendNews, FriendNewsList

MAX_NEWS = 6
MAX_CHALLENGES = 2
"""The latest ones: there is room for the rest."""


class News:
    """Finds what is new of friends: challenges, who was best in yesterday's dailies, and late personal bests."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def of(self, player: StoredPlayer) -> FriendNewsList:
        """Return what a player's friends did. Of a daily that the player could still play, there is nothing."""
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
