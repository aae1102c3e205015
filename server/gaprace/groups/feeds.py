"""The feed of a group, at a secret URL that its members know.

The secret is an HMAC over the group and its invitation: it becomes invalid when an owner renews the link of the group.
Results appear in it only after the reveal of the deal.
"""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest, digest
from itertools import groupby

from gaprace.play.events.calendar import DAY_MS, date_of, days_from
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.group_scores import member_places
from gaprace.play.events.leaderboards import DAILY_VARIANTS
from gaprace.play.events.windows import open_dates, window_of
from gaprace.play.people.group_roles import no_such_group
from gaprace.play.standings import SCORE_DIGITS
from gaprace.ports import Background, Clock, GroupGame, Store, StoredGroup
from gaprace.rules.results import fields_of
from gaprace.wire.http.webhook_messages import DailyResults, RankedPlayer

FEED_DAYS = 30
"""Dates in a feed, with today."""
MAX_NAMED = 3
"""Players whom the digest of a daily names."""
_KEY_NAME = "group feeds"
_KEY_BYTES = 32
_SECRET_LENGTH = 22


@dataclass(frozen=True, slots=True)
class FeedDay:
    """The dailies of a date in a feed."""

    date: str
    is_revealed: bool
    changed_at: int
    """Its latest certain change: its beginning, or the reveal."""
    dailies: Sequence[DailyResults]
    """The best of each come after the reveal."""


@dataclass(frozen=True, slots=True)
class GroupFeed:
    """The content of a group's feed: its last dates, the latest first."""

    code: str
    name: str
    days: Sequence[FeedDay]


class GroupFeeds:
    """The addresses of the feeds of groups, and their content."""

    def __init__(self, store: Store, clock: Clock, background: Background) -> None:
        self._store, self._clock, self._background = store, clock, background
        self._key = b""

    async def address(self, group: StoredGroup) -> str:
        """Return the secret part of the feed's URL: `CODE/SECRET`."""
        return f"{group.code}/{await self._secret(group)}"

    async def _secret(self, group: StoredGroup) -> str:
        self._key = self._key or await self._store.server_key(_KEY_NAME, secrets.token_bytes(_KEY_BYTES))
        claim = f"gaprace/1/group-feed {group.code} {group.invitation}"
        return urlsafe_b64encode(digest(self._key, claim.encode(), sha256)).decode()[:_SECRET_LENGTH]

    async def read(self, code: str, secret: str) -> GroupFeed:
        """Return the content of a group's feed.

        Raises `group_not_found`, also for a secret that is wrong or has ended.
        """
        group = await self._store.group(code)
        if group is None or not compare_digest((await self._secret(group)).encode(), secret.encode()):
            raise no_such_group()
        return GroupFeed(group.code, group.name, await self._days(group))

    async def _days(self, group: StoredGroup) -> list[FeedDay]:
        if group.daily_variant is not None:
            return await self._own_days(group)
        now = self._clock.now()
        last = open_dates(now)[-1]
        dates = [days_from(last, -back) for back in range(FEED_DAYS)]
        dates = [date for date in dates if date >= date_of(group.created_at)]
        dailies: dict[str, list[DailyResults]] = {date: [] for date in dates}
        for variant in DAILY_VARIANTS if dates else ():
            for date, daily in (await self._dailies(group, variant, dates)).items():
                dailies[date].append(daily)
        windows = {date: window_of(date) for date in dates}
        return [
            FeedDay(
                date, is_revealed := now >= its.ends_at, its.ends_at if is_revealed else its.opens_at, dailies[date]
            )
            for date, its in windows.items()
        ]

    async def _own_days(self, group: StoredGroup) -> list[FeedDay]:
        """Return the last dates of a group with a daily of its own."""
        now, last = self._clock.now(), await self._store.last_group_daily(group.code)
        today = group.days.at(now)
        open_date = last.label if last and last.ended_at is None else today.date
        days = [group.days.at(today.opens_at - back * DAY_MS) for back in range(FEED_DAYS)]
        days = [day for day in dict.fromkeys(days) if day.closes_at > group.created_at]
        dailies = await self._dailies(group, OWN_DAILY, [day.date for day in days])
        return [
            FeedDay(
                day.date,
                is_revealed := day.date not in {open_date, today.date},
                day.closes_at if is_revealed else day.opens_at,
                [dailies[day.date]] if day.date in dailies else [],
            )
            for day in days
        ]

    async def _dailies(self, group: StoredGroup, daily: str, dates: Sequence[str]) -> dict[str, DailyResults]:
        games = await self._store.group_games(group.code, daily, dates[-1], dates[0])
        names = await self._store.names([*{each.player for each in games}])
        return await self._background.last(_found(games, names, self._clock.now()), len(dates))


def _found(games: Sequence[GroupGame], names: dict[str, str], now: int) -> Iterator[dict[str, DailyResults]]:
    """Yield the dailies by date; each step adds one."""
    found: dict[str, DailyResults] = {}
    yield found
    for date, of_day in groupby(games, key=lambda each: each.date):
        found[date] = _daily([*of_day], names, now)
        yield found


def _daily(games: Sequence[GroupGame], names: dict[str, str], now: int) -> DailyResults:
    variant = games[0].variant
    if games[0].seal.is_lifted(now):
        return daily_results(variant, games, names)
    return DailyResults(variant, len(games), [])


def daily_results(variant: str, games: Sequence[GroupGame], names: Mapping[str, str]) -> DailyResults:
    """Return the results of a daily among the members of a group."""
    best = [
        RankedPlayer(
            **fields_of(place.result),
            rank=place.rank,
            name=names.get(place.player, ""),
            against_group=round(place.imps or 0, SCORE_DIGITS),
        )
        for place in member_places(games)[:MAX_NAMED]
    ]
    return DailyResults(variant, len(games), best)
