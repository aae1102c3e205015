"""Players, rooms and races to store."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec import structs

from gaprace.ports import (
    DailyKey,
    ShownBoards,
    Store,
    StoredAction,
    StoredDaily,
    StoredGame,
    StoredPlayer,
    StoredRace,
    StoredResult,
    StoredRoom,
)
from gaprace.rooms import endings
from gaprace.rooms.endings import end_race
from gaprace.rooms.stored_races import begin_race
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal

OpenStore = Callable[[], Store]
"""Opens one more store on the same database."""
in_sql = pytest.mark.parametrize("make_store", ["sqlite", "postgres"], indirect=True)
"""Marks tests of what the store in memory cannot do."""

RESULT = StoredResult(
    won=False,
    locked=31,
    score=-4,
    moves=88,
    shuffles=7,
    time_ms=1_200_000,
    reached_ms=1_199_999,
    transcript="6D@27 812 shuffle 1200",
    ended_at=1_700_000_120_000,
    boards=ShownBoards("2C3S/----", ("3S--/2C", "--3S/2C")),
)
WON = structs.replace(RESULT, won=True, locked=48, score=33, shuffles=3, time_ms=200_000, reached_ms=200_000)


def a_player(player_id: str = "ann", name: str = "Ann") -> StoredPlayer:
    return StoredPlayer(player_id, name, 1, f"hash of {player_id}", 1_700_000_000_000)


async def meet(store: Store, *players: str) -> None:
    """Store those players who are not stored yet."""
    for player in players:
        if await store.player(player) is None:
            await store.add_player(a_player(player, player.title()))


class Alone:
    """A transaction each of whose steps is taken in one of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, step: str) -> Callable[..., Awaitable[Any]]:
        return lambda *values, **named: self._store.transact(lambda tx: getattr(tx, step)(*values, **named))


def a_room(code: str = "ROOM0001", version: int = 1, *, listed: bool = False, touched_at: int = 1_000) -> StoredRoom:
    return StoredRoom(code, version, f'{{"version":{version}}}'.encode(), listed, touched_at)


def a_race(race_id: str = "race", number: int = 1, players: int = 2, deal: Deal | None = None) -> StoredRace:
    """A race in the room of `a_room` for the players of `begin`. Its games are `race-0`, `race-1` ..."""
    return StoredRace(
        id=race_id,
        room="ROOM0001",
        number=number,
        deal=deal or random_deal(Random(number)),
        starts_at=1_700_000_000_000,
        ends_at=1_700_001_200_000,
        games=tuple(StoredGame(f"{race_id}-{seat}", f"player{seat}", ranked=True) for seat in range(players)),
    )


async def end_game(store: Store, game_id: str, n: int, result: StoredResult) -> bool:
    """End a game if it runs and its last stored action is `n`; return whether that was so."""
    return bool(await endings.end_games(store, {game_id: (n, result)}))


async def begin(store: Store, players: int = 2) -> StoredRace:
    """Store players, their room, and a race in it; the room has version 2 then."""
    race = a_race(players=players)
    for game in race.games:
        await store.add_player(a_player(game.player))
    assert await store.add_room(a_room())
    assert await begin_race(store, a_room(version=2), race)
    return race


async def end_games(store: Store, race: StoredRace) -> StoredRace:
    """End all games of a race that have no actions; return the race with their results."""
    for game in race.games:
        assert await end_game(store, game.id, 0, RESULT)
    return replace(race, games=tuple(replace(game, result=RESULT) for game in race.games))


def some_actions(game: str, first: int, last: int, action: str = "undo") -> list[StoredAction]:
    """Actions `first` to `last` of a game."""
    return [StoredAction(game, n, action, 1_000 * n) for n in range(first, last + 1)]


async def play_race(
    store: Store,
    race_id: str,
    results: dict[str, StoredResult | None],
    *,
    ranked: bool = True,
    ended_at: int = 1_700_000_200_000,
    is_disturbed: bool = False,
    **changes: object,
) -> StoredRace:
    """Play a race of these players to its end. A game without a result goes on, and its race with it."""
    room = a_room(f"room {race_id}"[:16])
    games = tuple(StoredGame(f"{race_id}-{player}", player, ranked) for player in results)
    usual = {"room": room.code, "deal": random_deal(Random(race_id), VARIANTS["addiction"]), "games": games}
    race = replace(a_race(race_id), **(usual | changes))
    await meet(store, *results)
    assert await store.add_room(room)
    assert await begin_race(store, replace(room, version=2), race)
    for player, result in results.items():
        assert result is None or await end_game(store, f"{race_id}-{player}", 0, result)
    if None not in results.values():
        assert await end_race(store, replace(room, version=3), race_id, ended_at, is_disturbed=is_disturbed)
    return race


# Dailies

TODAY = DailyKey("2023-11-14", "addiction")


def a_daily(date: str = TODAY.date, variant: str = TODAY.variant, seed: object = "") -> StoredDaily:
    return StoredDaily(DailyKey(date, variant), random_deal(Random(f"{date} {variant} {seed}"), VARIANTS[variant]))


async def begin_daily(
    store: Store, daily: DailyKey, player: str, *, ranked: bool = True, code: str = ""
) -> tuple[StoredRoom, StoredRace]:
    """Begin a player's game of a daily, which is added if there is none, in a room of its own."""
    stored = await store.add_daily(a_daily(*daily))
    await meet(store, player)
    code = code or f"R{daily.date[2:].replace('-', '')}{daily.variant[0]}{player}"[:16]
    game = StoredGame(f"{code}-game", player, ranked=ranked)
    race = replace(a_race(f"{code}-race", deal=stored.deal), room=code, games=(game,), daily=daily)
    if ranked:
        starts_at = min(max(race.starts_at, stored.event.opens_at), stored.event.closes_at - 1)
        race = replace(race, event=daily.event, starts_at=starts_at)
    assert await store.add_room(a_room(code))
    assert await begin_race(store, a_room(code, version=2), race)
    return a_room(code, version=2), race


async def play_daily(store: Store, daily: DailyKey, player: str, result: StoredResult = RESULT, **how: object) -> str:
    """Play a player's game of a daily to its end; return the game's id."""
    room, race = await begin_daily(store, daily, player, **how)
    assert await end_game(store, race.games[0].id, 0, result)
    assert await end_race(store, replace(room, version=3), race.id, result.ended_at)
    return race.games[0].id
