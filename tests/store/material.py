"""Players, rooms and races to store."""

from collections.abc import Callable
from random import Random

from server.ports import Result, Store, StoredAction, StoredGame, StoredPlayer, StoredRace, StoredRoom
from server.rules.deal import Deal
from tests.positions import random_deal

OpenStore = Callable[[], Store]
"""Opens one more store on the same database."""

RESULT = Result(
    won=False,
    locked=31,
    score=-4,
    moves=88,
    shuffles=7,
    time_ms=1_200_000,
    last_move_ms=1_199_999,
    transcript="6D@27 812 shuffle 1200",
    ended_at=1_700_000_120_000,
)


def a_player(player_id: str = "ann", name: str = "Ann") -> StoredPlayer:
    return StoredPlayer(player_id, name, 1, f"hash of {player_id}", 1_700_000_000_000)


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


async def begin(store: Store, players: int = 2) -> StoredRace:
    """Store players, their room, and a race in it; the room has version 2 then."""
    race = a_race(players=players)
    for game in race.games:
        await store.add_player(a_player(game.player))
    assert await store.add_room(a_room())
    assert await store.add_race(a_room(version=2), race)
    return race


def some_actions(game: str, first: int, last: int, action: str = "undo") -> list[StoredAction]:
    """Actions `first` to `last` of a game."""
    return [StoredAction(game, n, action, 1_000 * n) for n in range(first, last + 1)]
