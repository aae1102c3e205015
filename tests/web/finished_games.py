"""Finished games for tests of what is shown of them."""

from random import Random

from gaprace.ports import Store, StoredGame, StoredPlayer, StoredRace, StoredRoom
from gaprace.rooms.endings import end_race, stored_result_of
from gaprace.rooms.stored_races import begin_race
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal, random_game
from tests.store.material import end_game

ROOM = "ROOM0001"
STARTS_AT = 1_700_000_000_000


def played_game() -> tuple[Deal, Game]:
    """A game of some moves, not won."""
    deal = random_deal(Random(1), VARIANTS["addiction"])
    return deal, random_game(Random(1), deal, 40)


async def add_finished_game(store: Store, name: str = "Ann", *, is_over: bool = True) -> Game:
    """Store a race with one game, `g1` of player `p1`; without `is_over` the race still runs."""
    deal, game = played_game()
    await store.add_player(StoredPlayer("p1", name, 1, "hash", STARTS_AT))
    await store.add_room(StoredRoom(ROOM, 1, b"{}", listed=False, touched_at=STARTS_AT))
    race = StoredRace("r1", ROOM, 1, deal, STARTS_AT, None, (StoredGame("g1", "p1", ranked=True),))
    assert await begin_race(store, StoredRoom(ROOM, 2, b"{}", listed=False, touched_at=STARTS_AT), race)
    assert await end_game(store, "g1", 0, stored_result_of(game, STARTS_AT + game.time_ms))
    if is_over:
        assert await end_race(store, StoredRoom(ROOM, 3, b"{}", False, STARTS_AT), "r1", STARTS_AT + game.time_ms)
    return game
