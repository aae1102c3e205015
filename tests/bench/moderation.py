"""Decisions about results when there are very many: how long the moderator waits, and what follows in the background.

A million results of one daily, as in `tests.bench.leaderboards`, and races among some of their players, whose ratings
have to be computed anew. Each database is tried alone; nobody else writes meanwhile.
"""

import os
from collections.abc import Awaitable, Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import select

from gaprace.clock import SystemClock
from gaprace.errors import StoreUnavailable
from gaprace.moderation.decisions import Moderation
from gaprace.moderation.examinations import Examinations
from gaprace.moderation.void_results import VoidResults
from gaprace.play.events.leaderboards import Leaderboard, buckets, rating_key
from gaprace.play.people.rating import Rating
from gaprace.ports import AtOnce
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from gaprace.store.database import open_database
from gaprace.store.deals import deal_row
from gaprace.store.sql_store import SqlStore
from gaprace.wire.http import NewDecision
from tests.bench import load
from tests.bench.leaderboards import tidy
from tests.many_results import AT, fill, put
from tests.steps import finish

RESULTS = int(os.environ.get("BENCH_RESULTS", "1000000"))
RACES = RESULTS // 100
RACERS, SEATS = max(40, RESULTS // 200), 4
DECISIONS = 30
SECOND_MS = 1_000
VARIANT = "addiction"


class NoRooms:
    """The rooms of a server in which nobody is."""

    async def suspended(self, player_id: str) -> None:
        """Nobody has to leave."""


# Races that have been rated


class Career:
    """The ratings of all racers, as they follow from each other. Their values are made up, their counts are right."""

    def __init__(self) -> None:
        self._random = Random("careers")
        self.now: dict[int, Rating] = {}
        self.last: dict[int, str] = {}
        """The last game of each."""

    def races(self) -> Iterator[list[int]]:
        """Yield the players of each race."""
        for _ in range(RACES):
            yield self._random.sample(range(RACERS), SEATS)

    def after(self, player: int, game: str) -> Rating:
        """Return the rating of a player after one more race."""
        old = self.now.get(player, Rating())
        mu, sigma = old.mu + self._random.gauss(0, 0.5), max(1.5, old.sigma * 0.97)
        new = Rating(mu, sigma, old.races + 1, old.opponents + 1, 0, old.days + 1, 20_000 + old.races)
        self.now[player], self.last[player] = new, game
        return new


async def fill_races(store: SqlStore) -> None:
    """Store races of four of the first players, with the histories of their ratings."""
    deal = deal_row(Deal(VARIANTS[VARIANT], "1123456789", bytes(32)))
    career, races, games, changes = Career(), list[tuple[Any, ...]](), list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    random = Random("races")
    for number, players in enumerate(career.races()):
        race, at = f"x{number:07}", AT + number * SECOND_MS
        races.append((race, "RATED", number, deal["id"], at, at))
        for seat, player in enumerate(players):
            game, locked = f"y{number:07}{seat}", random.randrange(1, 48)
            games.append((game, race, seat, f"p{player:07}", True, False, False, locked, locked, 60, 0, 90_000, 80_000))
            changes.append((race, f"p{player:07}", VARIANT, at, *career.after(player, game)))
    result = ("won", "locked", "score", "moves", "shuffles", "time_ms", "reached_ms")
    columns = ("id", "race", "seat", "player", "ranked", "hinted", *result, "transcript", "ended_at")
    current = [(f"p{player:07}", VARIANT, *rating) for player, rating in career.now.items()]
    async with store.database.write() as connection:
        await connection.execute(select(1))
        await put(connection, "deals", tuple(deal), [tuple(deal.values())])
        room = ("code", "version", "state", "listed", "touched_at", "closed")
        await put(connection, "rooms", room, [("RATED", 1, b"{}", False, AT, True)])
        await put(connection, "races", ("id", "room", "number", "deal", "starts_at", "ended_at"), races)
        await put(connection, "games", columns, [(*game, "6D@27:60000", AT) for game in games])
        await put(connection, "rating_changes", ("race", "player", "variant", "at", *Rating._fields), changes)
        await put(connection, "ratings", ("player", "variant", *Rating._fields), current)
        board = Leaderboard("rating", "all", VARIANT)
        keys = {player: rating_key(rating.value) for player, rating in career.now.items()}
        places = [(board.text, f"p{player:07}", key, career.last[player]) for player, key in keys.items()]
        await put(connection, "places", ("leaderboard", "player", "key", "game"), places)
        counted: dict[tuple[int, int], int] = {}
        for key in keys.values():
            for bucket in buckets(key):
                counted[bucket] = counted.get(bucket, 0) + 1
        rows = [(board.text, level, bucket, n) for (level, bucket), n in counted.items()]
        await put(connection, "place_counts", ("leaderboard", "level", "bucket", "n"), rows)


# Decisions


class Moderator:
    """Decides, and waits for what follows."""

    def __init__(self, store: SqlStore) -> None:
        clock = SystemClock()
        examinations = Examinations(store, clock, AtOnce())
        self._moderation = Moderation(store, clock, NoRooms(), examinations)  # type: ignore[arg-type]
        self._job = VoidResults(store, clock)

    async def decides(self, action: str, **about: object) -> tuple[str, float]:
        """Return the id of a decision, and how long it took (ms)."""
        new = NewDecision(action, "For the benchmark.", **about)  # type: ignore[arg-type]
        return await timed(self._decided(new))

    async def _decided(self, new: NewDecision) -> str:
        return (await self._moderation.decide("bench", new)).id

    async def follows(self) -> float:
        """Do in one go what is left to be done in the background; return how long it takes (s)."""
        return (await timed(self._finished()))[1] / 1000

    async def _finished(self) -> str:
        while True:
            try:
                await finish(self._job)
            except StoreUnavailable as error:
                print(f"  {error.message} The job goes on with smaller batches.")
            else:
                return ""


async def timed(work: Awaitable[str]) -> tuple[str, float]:
    began = perf_counter()
    answer = await work
    return answer, 1000 * (perf_counter() - began)


async def decisions(moderator: Moderator, random: Random) -> None:
    """Void and restore results of a daily; void a race's result; ban a player, and lift the ban."""
    voided = [
        await moderator.decides("void", game=f"g{each:07}") for each in random.sample(range(RACERS, RESULTS), DECISIONS)
    ]
    show("void a result of a daily", [ms for _, ms in voided])
    show("lift that", [(await moderator.decides("lift", decision=each))[1] for each, _ in voided])
    await moderator.follows()
    recent = RACES - RACES // 10
    _, ms = await moderator.decides("void", game=f"y{recent:07}0")
    show(f"void a result, {RACES // 10} rated races ago", [ms], await moderator.follows())
    ban, ms = await moderator.decides("ban", player=f"p{random.randrange(RACERS):07}")
    show(f"ban a player, all of whose {RACES} races count", [ms], await moderator.follows())
    _, ms = await moderator.decides("lift", decision=ban)
    show("lift that", [ms], await moderator.follows())


def show(what: str, waits: list[float], background_s: float | None = None) -> None:
    worst = f", {max(waits):.0f} ms at most" if len(waits) > 1 else ""
    rest = f"; {background_s:.1f} s in the background" if background_s is not None else ""
    print(f"  {what}: {median(waits):.0f} ms{worst}{rest}")


async def main() -> None:
    for name, database in {"SQLite": load.sqlite, "Postgres": load.postgres}.items():
        with database() as url:
            store = SqlStore(open_database(url))
            began = perf_counter()
            await fill(store, RESULTS, alone=True)
            await fill_races(store)
            await tidy(store)
            print(f"{name}: {RESULTS} results and {RACES} rated races stored in {perf_counter() - began:.0f} s")
            await decisions(Moderator(store), Random("decisions"))
            await store.close()


def run() -> None:
    load.run(main)
