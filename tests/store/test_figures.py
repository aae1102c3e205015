"""Figures are those of all games, whatever was summed up before: compared with a store that adds up all records."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from msgspec import structs
from sqlalchemy import select

from gaprace.play.people.figures import Milestone
from gaprace.ports import Store, StoredResult
from gaprace.rooms.endings import end_race
from gaprace.rules.variants import VARIANTS
from gaprace.store import figures
from gaprace.store.copying import copy
from gaprace.store.migrate import migrate
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables import player_figures
from tests.databases import opened_store
from tests.memory_store import MemoryDatabase, MemoryStore
from tests.positions import random_deal
from tests.store.material import RESULT, WON, Alone, end_game, play_race

GIANT = 3
PEOPLE = ("ann", "bob", "cho", "dee")
AT = 1_700_000_000_000
LATER = 2 * AT


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "MIN_SUMMED", 3)


def a_result(random: Random, at: int) -> StoredResult:
    result = random.choice((WON, RESULT, RESULT))
    times = random.randrange(1, 6) * 1_000
    moves, shuffles = 80 if result.won else random.choice((0, 80, 80)), random.randrange(3)
    times_ms = {"time_ms": times, "reached_ms": times}
    return structs.replace(
        result, score=random.randrange(-3, 40), moves=moves, shuffles=shuffles, ended_at=at, **times_ms
    )


class Both:
    """The store that sums up, and one that adds up all records each time: what is done is done to both."""

    def __init__(self, store: SqlStore, random: Random) -> None:
        self.stores: tuple[Store, ...] = (store, MemoryStore(MemoryDatabase()))
        self.random, self.games, self.voids, self.number = random, list[str](), dict[str, list[str]](), 0
        self.playing = list[tuple[str, str, StoredResult]]()

    async def race(self) -> None:
        """Some ended long ago when they are stored, and one of a race may go on."""
        self.number += 1
        random, name = self.random, f"r{self.number}"
        at = AT + self.number * 1_000 - random.choice((0, 0, 0, 9_000))
        players = random.sample(PEOPLE, random.randrange(1, 5))
        results: dict[str, StoredResult | None] = {each: a_result(random, at) for each in players}
        if random.random() < 0.2:
            self.playing.append((name, players[0], a_result(random, at + 5_000)))
            results[players[0]] = None
        deal = random_deal(Random(name), VARIANTS[random.choice(("addiction", "mini"))])
        ranked = random.random() < 0.9
        for store in self.stores:
            await play_race(store, name, results, deal=deal, ranked=ranked, ended_at=at)
        self.games += [f"{name}-{each}" for each, result in results.items() if ranked and result and result.moves]

    async def end(self) -> None:
        """End a game that goes on, not always its race."""
        if self.playing:
            name, player, result = self.playing.pop()
            for store in self.stores:
                assert await end_game(store, f"{name}-{player}", 0, result)

    async def void(self) -> None:
        chosen = self.random.sample(self.games, min(len(self.games), 2))
        decision = f"decision {len(self.voids)}"
        self.voids[decision] = chosen
        self.games = [each for each in self.games if each not in chosen]
        for store in self.stores:
            await Alone(store).set_void(chosen, decision)

    async def restore(self) -> None:
        ranked = [each for each in self.voids if self.voids[each]]
        if ranked:
            chosen = self.voids.pop(ranked[0])
            for store in self.stores:
                await Alone(store).set_void(chosen, None)

    async def erase(self) -> None:
        gone = self.random.choice(PEOPLE)
        for store in self.stores:
            await store.delete_player(gone, "gone", AT)

    async def compare(self) -> None:
        """The one that reads first, may store what it has read: so not all are read each time."""
        for player in self.random.sample(PEOPLE, 2):
            summed, naive = [await store.figures(player, GIANT, LATER) for store in self.stores]
            assert summed == naive


STEPS = ("race", "race", "race", "race", "end", "void", "restore")


async def test_figures_are_those_of_all_records_whatever_happens_to_them(sql_store: SqlStore) -> None:
    both = Both(sql_store, Random("figures"))
    for step in (*both.random.choices(STEPS, k=120), "erase", "race"):
        await getattr(both, step)()
        await both.compare()
    assert len(both.games) > 30


async def filled(store: SqlStore, games: int = 12) -> None:
    for number in range(games):
        await play_race(store, f"r{number:02}", {"ann": structs.replace(WON, ended_at=AT + number)})


async def summed(store: SqlStore) -> list[int]:
    """Return how many games each stored row sums up."""
    async with store.database.read() as connection:
        return [*await connection.scalars(select(player_figures.c.games))]


async def test_who_reads_many_games_sums_them_up_where_anything_may_be_stored(
    sql_store: SqlStore, database_url: str
) -> None:
    await filled(sql_store, 2)
    await sql_store.figures("ann", GIANT, LATER)
    assert await summed(sql_store) == []
    await play_race(sql_store, "more", {"ann": structs.replace(WON, ended_at=AT + 99)})
    async with opened_store(database_url, read_only=True) as reader:
        assert (await reader.figures("ann", GIANT, LATER)).totals.games == 3
    assert await summed(sql_store) == []
    await sql_store.figures("ann", GIANT, LATER)
    assert await summed(sql_store) == [3]


async def test_another_size_of_a_race_of_many_makes_figures_anew(sql_store: SqlStore) -> None:
    results = dict.fromkeys(("bob", "cho"), RESULT)
    await play_race(sql_store, "many", {"ann": structs.replace(WON, ended_at=AT - 1), **results})
    await filled(sql_store, 4)
    assert (await sql_store.figures("ann", 4, LATER)).giant is None
    assert (await sql_store.figures("ann", 3, LATER)).giant


async def test_a_win_counts_as_one_in_a_race_of_many_that_ends_after_later_games_are_summed_up(
    sql_store: SqlStore,
) -> None:
    first = {"ann": structs.replace(WON, ended_at=AT - 1), "bob": RESULT, "cho": None}
    race = await play_race(sql_store, "many", first)
    await filled(sql_store)
    assert (await sql_store.figures("ann", GIANT, LATER)).giant is None
    assert await end_game(sql_store, "many-cho", 0, RESULT)
    room = await sql_store.room(race.room)
    assert await end_race(sql_store, replace(room, version=room.version + 1), race.id, AT + 99)
    assert (await sql_store.figures("ann", GIANT, LATER)).giant == Milestone("many-ann", AT - 1)


async def test_bots_have_no_figures(sql_store: SqlStore) -> None:
    await play_race(sql_store, "bots", {"bot-1-1": RESULT}, ranked=False)
    assert not (await sql_store.figures("bot-1-1", GIANT, LATER)).variants


async def test_figures_are_copied(sql_store: SqlStore, tmp_path: Path) -> None:
    await filled(sql_store)
    await sql_store.figures("ann", GIANT, LATER)
    url = f"sqlite:///{tmp_path / 'copy.db'}"
    await migrate(url)
    async with opened_store(url) as copied:
        counts = await copy(sql_store.database, copied.database, lambda *_: None)
        assert counts["player_figures"] == 1
        assert await copied.figures("ann", GIANT, LATER) == await sql_store.figures("ann", GIANT, LATER)
