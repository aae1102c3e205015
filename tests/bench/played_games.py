"""All games of a player, with each filter, in a store with a million games: at the median and the 95th percentile.

One in a hundred games is that of one player, who has met one rival in a hundred of the races, and has never played
some variants: the filters that find least have to look through most.
"""

import os
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

from sqlalchemy import select

from gaprace.ports import GameFilter
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from gaprace.store.database import open_database
from gaprace.store.deals import deal_row
from gaprace.store.sql_store import SqlStore
from tests.bench import load
from tests.bench.leaderboards import spread, tidy
from tests.many_results import AT, CHUNK, GAME, an_outcome, figures, put

GAMES = int(os.environ.get("BENCH_RESULTS", "1000000"))
OWN = GAMES // 100
PLAYERS = 1_000
REQUESTS = 200
ROWS = 21
ME, RIVAL = "p0000", "p0001"
FILTERS = {
    "all": GameFilter(),
    "a later page": GameFilter(after=(AT + GAMES // 2, "")),
    "a variant": GameFilter(variant="mini"),
    "a variant never played": GameFilter(variant="spaces"),
    "a kind": GameFilter(kind="daily"),
    "a kind never played": GameFilter(kind="round"),
    "won": GameFilter(won=True),
    "won, of a variant and a kind": GameFilter("mini", "race", won=True),
    "with a rival": GameFilter(rival=RIVAL),
    "with nobody met": GameFilter(rival="p0002"),
    "for others": GameFilter(open_by=2 * AT),
}


async def fill(store: SqlStore) -> None:
    """Store races of two, in which every tenth game is that of one player."""
    random = Random("games")
    deals = {name: deal_row(Deal(VARIANTS[name], "0123456789", bytes(32))) for name in ("addiction", "mini")}
    columns = ("id", "name", "generation", "recovery_hash", "created_at")
    async with store.database.write() as connection:
        await connection.execute(select(1))
        await put(connection, "players", columns, ((f"p{at:04}", "", 1, f"hash {at}", AT) for at in range(PLAYERS)))
        first = deals["mini"]
        await put(connection, "deals", tuple(first), [tuple(each.values()) for each in deals.values()])
        rooms = [(f"M{at}", 1, b"{}", False, AT, True) for at in range(GAMES // CHUNK + 1)]
        await put(connection, "rooms", ("code", "version", "state", "listed", "touched_at", "closed"), rooms)
        names = [random.choice(("addiction", "mini")) for _ in range(GAMES // 2)]
        races = ((f"r{at}", f"M{at // CHUNK}", at, deals[name]["id"], AT, AT + at) for at, name in enumerate(names))
        await put(connection, "races", ("id", "room", "number", "deal", "starts_at", "ended_at"), races)
        await put(connection, "games", GAME, _games(random, names))


def _games(random: Random, names: list[str]) -> Iterator[tuple[Any, ...]]:
    every = GAMES // OWN // 2
    for at, name in enumerate(names):
        kind = random.choices(("race", "daily", "solo"), (6, 3, 1))[0]
        mine = ME if at % every == 0 else f"p{random.randrange(3, PLAYERS):04}"
        theirs = RIVAL if mine == ME and at % (100 * every) == 0 else f"p{random.randrange(3, PLAYERS):04}"
        for seat, player in enumerate({mine: 0, theirs: 0}):
            game = (f"g{at}-{seat}", f"r{at}", seat, player, True, False, name, kind)
            yield (*game, *figures(an_outcome(random)), "", AT + at, "", "")


async def main() -> None:
    for name, database in {"SQLite": load.sqlite, "Postgres": load.postgres}.items():
        with database() as url:
            store = SqlStore(open_database(url))
            await fill(store)
            tidy(url)
            print(f"{name}: {GAMES} games, {OWN} of them by one player")
            for what, which in FILTERS.items():
                took = [await _took(store, which) for _ in range(REQUESTS)]
                print(f"  {what:>28}  {spread(took)}")
            await store.close()


async def _took(store: SqlStore, which: GameFilter) -> float:
    started = perf_counter()
    await store.ended_games(ME, which, ROWS)
    return 1000 * (perf_counter() - started)


def run() -> None:
    load.run(main)
