"""The page of a race: what it shows of running, sealed, listed and unlisted ones."""

from dataclasses import replace

import pytest
from msgspec import structs

from gaprace.errors import Refusal
from gaprace.events.race_pages import RacePages
from gaprace.play.events.duplicate import imps
from gaprace.ports import ShownBoards, StoredResult
from gaprace.rooms.endings import end_race
from gaprace.rooms.stored_races import begin_race
from gaprace.wire.http import RoomRace, RoomScore
from tests.memory_store import MemoryStore
from tests.plain import plain
from tests.rooms.stage import ManualClock
from tests.store import material
from tests.store.ends import end_game
from tests.store.material import a_player, a_race, a_room, play_race

BOARDS = ShownBoards("last", ("first", "second"))
WON = structs.replace(material.WON, boards=BOARDS)
LOST = structs.replace(material.RESULT, boards=BOARDS)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def pages(store: MemoryStore, clock: ManualClock | None = None) -> RacePages:
    return RacePages(store, clock or ManualClock())


async def a_series(store: MemoryStore, *races: dict[str, StoredResult | None], listed: bool = False) -> None:
    """Races `race1`, `race2` ... of one room."""
    room = a_room(listed=listed)
    for player in sorted({player for race in races for player in race}):
        await store.add_player(a_player(player, player.title()))
    assert await store.add_room(room)
    for number, results in enumerate(races, start=1):
        race = a_race(f"race{number}", number)
        games = tuple(replace(race.games[0], id=f"{race.id}-{player}", player=player) for player in results)
        room = replace(room, version=room.version + 1)
        assert await begin_race(store, room, replace(race, games=games))
        for player, result in results.items():
            assert result is None or await end_game(store, f"{race.id}-{player}", 0, result)
        if None not in results.values():
            room = replace(room, version=room.version + 1)
            assert await end_race(store, room, race.id, 1_700_000_200_000 + number)


async def test_an_unknown_race_is_not_found(store: MemoryStore) -> None:
    with pytest.raises(Refusal) as error:
        await pages(store).page("nothing")
    assert error.value.code == "race_not_found"


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


async def test_a_void_result_is_marked_and_comes_after_all_others(store: MemoryStore) -> None:
    await play_race(store, "r", {"ann": WON, "bob": LOST, "cho": WON})
    store.database.change_game(replace(store.database.game("r-ann"), voided_by="d", ranked=False))
    page = await pages(store).page("r")
    assert [(game.name, game.rank, game.void) for game in page.games] == [
        ("Cho", 1, False),
        ("Bob", 2, False),
        ("Ann", 3, True),
    ]


async def test_the_page_keeps_the_score_of_the_room(store: MemoryStore) -> None:
    both = {"ann": WON, "bob": LOST}
    await a_series(store, {**both, "cho": LOST}, {"ann": LOST, "bob": WON}, {"ann": WON}, both, {**both, "bob": None})
    page = await pages(store).page("race2", "ann")
    assert page.room_races == [
        RoomRace("race1", 1, ["ann"]),
        RoomRace("race2", 2, ["bob"]),
        RoomRace("race4", 4, ["ann"]),
    ]
    first, second, last = (
        imps(plain(WON), plain(LOST), a_race(f"race{number}", number).deal.variant) for number in (1, 2, 4)
    )
    assert page.scores == [
        RoomScore("ann", "Ann", races=3, wins=2, points=3, duplicate=round((first - second + last) / 3, 2)),
        RoomScore("bob", "Bob", races=3, wins=1, points=1, duplicate=round((second - first / 2 - last) / 3, 2)),
        RoomScore("cho", "Cho", races=1, wins=0, points=0, duplicate=-first / 2),
    ]
