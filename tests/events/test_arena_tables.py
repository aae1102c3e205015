"""The tables of arenas that are kept: each round is read and compared once, for all who wait for it."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

import pytest

from gaprace.errors import StoreUnavailable
from gaprace.events.arena_tables import CACHED_MS, ArenaTables
from gaprace.play.events.arena import Arena, ArenaEntry
from gaprace.play.events.arena_table import ArenaGame, Table, tabling
from gaprace.ports import AtOnce, StoredRound
from gaprace.rules.results import Result
from tests.rooms.stage import ManualClock

ARENA = Arena(
    "CODE", "", "a", "arena", "mini", 0, 0, 60_000, rounds=9, entries=tuple(ArenaEntry(each, 0) for each in "abc")
)
Item = TypeVar("Item")


def games(**locked: int) -> list[ArenaGame]:
    return [ArenaGame(player, Result(False, each, each, 9, 5, 9, 0)) for player, each in locked.items()]


def rounds(ended: int) -> list[StoredRound]:
    return [StoredRound(n, f"R{n}", 0, 9, 9 if n <= ended else None, 2) for n in range(1, ended + 2)]


class Games:
    """Stands for the store."""

    def __init__(self) -> None:
        self.of = {1: games(a=20, b=4), 2: games(a=3, c=9), 3: games(b=9, c=1)}
        self.read: list[int] = []
        self.is_down = False

    async def arena_games(self, _: str, number: int) -> list[ArenaGame]:
        if self.is_down:
            raise StoreUnavailable
        self.read.append(number)
        await asyncio.sleep(0)
        return [*self.of[number]]


class Counting(AtOnce):
    """Counts computations, and the steps that they were said to take."""

    def __init__(self) -> None:
        self.costs: list[int] = []

    async def last(self, steps: Iterator[Item], cost: int) -> Item:
        self.costs.append(cost)
        await asyncio.sleep(0)
        return await super().last(steps, cost)


class World:
    """The tables, and what they use."""

    def __init__(self) -> None:
        self.games, self.clock, self.background = Games(), ManualClock(), Counting()
        self.tables = ArenaTables(self.games, self.clock, self.background)

    async def table(self, ended: int, arena: Arena = ARENA) -> Table:
        return await self.tables.table(arena, rounds(ended))

    def right(self, ended: int, arena: Arena = ARENA) -> Table:
        *_, table = tabling(arena, {number: self.games.of[number] for number in range(1, ended + 1)}, {})
        return table


async def test_a_round_is_read_and_compared_once_for_all_who_wait_for_it() -> None:
    world = World()
    found = await asyncio.gather(*(world.table(2) for _ in range(9)))
    assert found == [world.right(2)] * 9
    assert (world.games.read, world.background.costs) == ([1, 2], [4 + 2])
    assert await world.table(3) == world.right(3)
    assert (world.games.read, world.background.costs) == ([1, 2, 3], [6, 2 + 3])


async def test_a_result_that_was_made_void_is_gone_after_a_while_and_its_round_alone_is_compared_again() -> None:
    world = World()
    await world.table(3)
    before, world.games.of[2] = world.right(3), games(c=9)
    await world.clock.advance(CACHED_MS)
    assert await world.table(3) == before
    await world.clock.advance(1)
    assert await world.table(3) == world.right(3) != before
    assert world.background.costs == [6 + 3, 1 + 3]
    await world.clock.advance(CACHED_MS + 1)
    assert await world.table(3) == world.right(3)
    assert (len(world.games.read), len(world.background.costs)) == (9, 2)


async def test_who_enters_is_in_the_table_and_no_game_is_compared_again() -> None:
    world = World()
    await world.table(2)
    joined = replace(ARENA, entries=(*ARENA.entries, ArenaEntry("d", 5)))
    assert await world.table(2, joined) == world.right(2, joined)
    assert (world.games.read, world.background.costs) == ([1, 2], [6, 2])


async def test_what_fails_is_done_again() -> None:
    world = World()
    await world.table(1)
    world.games.is_down = True
    with pytest.raises(StoreUnavailable):
        await world.table(2)
    world.games.is_down = False
    assert await world.table(2) == world.right(2)
