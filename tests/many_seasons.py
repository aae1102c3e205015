"""Whole seasons of the largest groups, put straight into a database's tables, behind `many_results.fill`.

The members, who are the first of the players there, have played each daily of a season, the world's and the group's
own. The games of both are the same, which nothing here looks at. The last daily of each kind is still open.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import select

from gaprace.play.events.group_days import OWN_DAILY
from gaprace.rules.deal import Deal
from gaprace.rules.ranking import Result
from gaprace.rules.variants import VARIANTS
from gaprace.store.deals import deal_row
from gaprace.store.sql_store import SqlStore
from tests.many_results import (
    AT,
    CLOSING,
    GAME,
    GROUP,
    LEADERBOARD,
    MEMBER,
    SCORE,
    an_outcome,
    figures,
    put,
)

DAYS, SIZE = 92, 200
VARIANT = LEADERBOARD.variant
LAST = date.fromisoformat(LEADERBOARD.period)
DATES = [(LAST - timedelta(days=days)).isoformat() for days in range(DAYS - 1, -1, -1)]
CLOSED = DATES[:-1]
_EVENT = (
    *("code", "kind", "deal", "player", "opens_at", "closes_at", "ends_at", "ranked", "lifted", "shows", "order"),
    *("ends_early", "group", "ended_at", "label"),
)

Rows = Iterator[tuple[Any, ...]]


class _Played(NamedTuple):
    """A member's game of a day."""

    group: int
    day: int
    at: int
    """Of the member in the group."""

    @property
    def player(self) -> str:
        return f"p{self.group * SIZE + self.at:07}"

    @property
    def race(self) -> str:
        return f"s{self.group}.{self.day}"

    @property
    def game(self) -> str:
        return f"{self.race}.{self.at}"

    @property
    def daily(self) -> tuple[str, str]:
        return DATES[self.day], VARIANT


def season_group(number: int) -> str:
    return f"S{number:07}"


async def fill_seasons(store: SqlStore, groups: int) -> None:
    """Store as many groups, each with `DAYS` dailies of `SIZE` members; the scores in the groups are not stored yet."""
    codes, days, random = range(groups), range(DAYS), Random("seasons")
    deals = [deal_row(Deal(VARIANTS[VARIANT], f"01000000{day:02}", bytes(32))) for day in days]
    members = [_Played(group, 0, at) for group in codes for at in range(SIZE)]
    played = [each._replace(day=day) for day in days for each in members]
    closed = [each for each in played if DATES[each.day] in CLOSED]
    dailies = [_Played(group, day, 0) for group in codes for day in days]
    rows: dict[str, tuple[tuple[str, ...], Rows]] = {
        "deals": (tuple(deals[0]), (tuple(deal.values()) for deal in deals)),
        "dailies": (
            ("date", "variant", "deal"),
            ((day, VARIANT, deal["id"]) for day, deal in zip(CLOSED, deals[:-1], strict=True)),
        ),
        "closings": (CLOSING, ((day, VARIANT, 0, "", True, 1, 1600.0, 9.0) for day in CLOSED)),
        "groups": (GROUP, (_group(each) for each in codes)),
        "group_members": (MEMBER, ((season_group(each.group), each.player, "member", AT, False) for each in members)),
        "races": (
            ("id", "room", "number", "deal", "starts_at", "ended_at"),
            ((each.race, "M0", 1_000_000 + at, deals[each.day]["id"], AT, AT) for at, each in enumerate(dailies)),
        ),
        "games": (GAME, (_game(each, an_outcome(random)) for each in played)),
        "events": (_EVENT, (_own_daily(each, deals[each.day]["id"]) for each in dailies)),
        "entries": (
            ("event", "player", "at", "game"),
            ((each.race, each.player, AT, each.game) for each in played),
        ),
        "attempts": (
            ("date", "variant", "player", "game"),
            ((*each.daily, each.player, each.game) for each in closed),
        ),
        "daily_scores": (
            SCORE,
            ((*each.daily, each.player, each.game, 100, 1500.0, 1500.0, 99.0) for each in closed),
        ),
        "group_scores": (
            ("group", "daily", "date", "version", "scored"),
            (
                (season_group(each), daily, day, 1, 0)
                for each in codes
                for daily in (VARIANT, OWN_DAILY)
                for day in CLOSED
            ),
        ),
    }
    async with store.database.write() as connection:
        await connection.execute(select(1))  # or else the drivers would not know that a transaction has begun
        for table, (columns, its) in rows.items():
            await put(connection, table, columns, its)


def _group(number: int) -> tuple[Any, ...]:
    return season_group(number), f"Season {number}", "green", f"J{number:07}", False, False, AT


def _own_daily(of: _Played, deal: str) -> tuple[Any, ...]:
    day = DATES[of.day]
    ended_at = AT if day in CLOSED else None
    values = ("group_daily", deal, of.player, AT, AT, AT, True, "end", "result", "duplicate", False)
    return of.race, *values, season_group(of.group), ended_at, day


def _game(of: _Played, outcome: Result) -> tuple[Any, ...]:
    game = (of.game, of.race, of.at, of.player, True, False)
    return (*game, *figures(outcome), "", AT)
