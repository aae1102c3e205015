"""The page of a race: what it shows of running, sealed, listed and unlisted ones."""

from dataclasses import replace

import pytest
from msgspec import structs

from gaprace.events.race_pages import RacePages
from gaprace.ports import ShownBoards
from tests.memory_store import MemoryStore
from tests.refusals import refused
from tests.rooms.stage import ManualClock
from tests.store import material
from tests.store.material import play_race

BOARDS = ShownBoards("last", ("first", "second"))
WON = structs.replace(material.WON, boards=BOARDS)
LOST = structs.replace(material.RESULT, boards=BOARDS)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def pages(store: MemoryStore) -> RacePages:
    return RacePages(store, ManualClock())


async def test_a_race_has_its_games_best_first_with_all_of_their_play(store: MemoryStore) -> None:
    race = await play_race(store, "r", {"ann": LOST, "bob": WON, "cho": structs.replace(LOST, locked=32)})
    page = await pages(store).page("r")
    assert [(game.name, game.rank, game.won, game.locked) for game in page.games] == [
        ("Bob", 1, True, 48),
        ("Cho", 2, False, 32),
        ("Ann", 3, False, 31),
    ]
    assert {(game.transcript, *game.shuffled_boards) for game in page.games} == {(LOST.transcript, *BOARDS.shuffled)}
    assert (page.opening, page.code) == (race.deal.opening().text, race.deal.code)
    assert [seat.name for seat in page.seats] == ["Ann", "Bob", "Cho"]
    assert page.ranked
    assert page.ended_at


async def test_a_running_race_shows_its_players_and_nothing_of_their_games(store: MemoryStore) -> None:
    race = await play_race(store, "r", {"ann": LOST, "bob": None})
    page = await pages(store).page("r", "ann")
    assert [seat.name for seat in page.seats] == ["Ann", "Bob"]
    assert (page.games, page.ended_at, page.opening, page.code) == ([], None, None, None)
    assert race.deal.code not in repr(page)
    assert LOST.transcript not in repr(page)
    with refused("race_not_found"):
        await pages(store).page("nothing")


async def test_a_void_result_is_marked_and_comes_after_all_others(store: MemoryStore) -> None:
    await play_race(store, "r", {"ann": WON, "bob": LOST, "cho": WON})
    store.database.change_game(replace(store.database.game("r-ann"), voided_by="d", ranked=False))
    page = await pages(store).page("r")
    assert [(game.name, game.rank, game.void) for game in page.games] == [
        ("Cho", 1, False),
        ("Bob", 2, False),
        ("Ann", 3, True),
    ]
