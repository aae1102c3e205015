"""The contract of `ports.Store`: races, the room that is saved with them, and series that are decided."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from gaprace.ports import FinishedRace, RaceFilter, Store, StoredGame, StoredRace, StoredSeries, Transaction
from gaprace.rooms.endings import end_race
from gaprace.rooms.stored_races import begin_race
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from tests.plain import plain
from tests.positions import random_deal, random_drawn_deal
from tests.store.material import RESULT, Alone, a_player, a_race, a_room, begin, end_game, end_games
from tests.store.test_groups import GROUP


async def test_races_come_back_as_they_were_added(store: Store, other: Store) -> None:
    race = await begin(store, players=12)
    assert await other.race("race") == race
    assert await other.room("ROOM0001") == a_room(version=2)
    assert await other.race("another") is None
    deal, custom = race.deal, VARIANTS["gaps"].customised(shuffles=9, right_fill=True)
    deals = [
        *(random_deal(Random(name), variant) for name, variant in VARIANTS.items()),
        *(random_deal(Random(1), variant) for variant in (custom, VARIANTS["strict"].customised(right_fill=True))),
        *(random_drawn_deal(Random(number)) for number in range(12)),
        *(deal, replace(deal, code="0000000000"), Deal(VARIANTS["mini"], deal.code, deal.secret)),
    ]
    added = [a_race(f"race{number}", number, deal=each) for number, each in enumerate(deals, start=2)]
    games = (StoredGame("g", "player1", ranked=False, hinted=True), StoredGame("f", "player0", ranked=True))
    added[0] = replace(added[0], ends_at=None, games=games)
    teams = tuple(replace(game, team=2 - seat) for seat, game in enumerate(added[1].games))
    added[1] = replace(added[1], games=teams, team_scores=1)
    for each in added:
        assert await begin_race(store, a_room(version=each.number + 1), each)
    assert [await other.race(each.id) for each in added] == added


async def test_the_ended_races_of_a_room_come_by_number_with_their_valid_outcomes(
    store: Store, race: StoredRace
) -> None:
    assert await store.finished_races("ROOM0001", 1, 9) == []
    await end_games(store, race)
    assert await end_race(store, a_room(version=3), "race", 5_000)
    for number in (2, 3, 4):
        another = a_race(f"race{number}", number)
        assert await begin_race(store, a_room(version=2 * number), another)
        if number < 4:
            await end_games(store, another)
            assert await end_race(store, a_room(version=2 * number + 1), another.id, 5_000 + number)
    both = {"player0": plain(RESULT), "player1": plain(RESULT)}
    assert await store.finished_races("ROOM0001", 1, 9) == [
        FinishedRace("race", 1, 5_000, both, race.deal.variant),
        FinishedRace("race2", 2, 5_002, both, a_race("race2", 2).deal.variant),
        FinishedRace("race3", 3, 5_003, both, a_race("race3", 3).deal.variant),
    ]
    assert [each.number for each in await store.finished_races("ROOM0001", 2, 2)] == [2]
    assert await store.finished_races("ROOM0002", 1, 9) == []


async def test_the_races_of_listed_rooms_are_found_also_after_their_rooms_have_closed(store: Store) -> None:
    race = await end_games(store, await begin(store))
    assert await end_race(store, a_room(version=3), "race", 5_000)
    assert await store.listed_races(9, 9) == await store.past_races(RaceFilter(), 9) == []
    assert await store.save_room(a_room(version=4, listed=True))
    second = a_race("race2", 2)
    assert await begin_race(store, a_room(version=5, listed=True), second)
    await end_games(store, second)
    both = {"player0": plain(RESULT), "player1": plain(RESULT)}
    first = FinishedRace("race", 1, 5_000, both, race.deal.variant)
    assert await store.listed_races(9, 9) == [first]
    assert await end_race(store, a_room(version=6, listed=True), "race2", 6_000)
    for _ in range(2):
        stored, found = await store.race("race"), await store.finished_game("race-0")
        assert stored.is_listed
        assert found[1].is_listed
        await store.close_room("ROOM0001", 10_000)
    assert await store.room("ROOM0001") is None
    assert await store.listed_races(9, 9) == [FinishedRace("race2", 2, 6_000, both, second.deal.variant), first]
    assert [each.id for each in await store.listed_races(9, 1)] == ["race2"]
    for which, found in (
        (RaceFilter(), ["race2", "race"]),
        (RaceFilter(first.variant.name, "player1", since=1, after=(6_000, "race2")), ["race"]),
        (RaceFilter(after=(6_000, "race2")), ["race"]),
        (RaceFilter(since=5_001), ["race2"]),
        (RaceFilter("paganini", "player9"), []),
        (RaceFilter(player="player9"), []),
        (RaceFilter(player="\0"), []),
    ):
        assert [each.id for each in await store.past_races(which, 9)] == found, which


async def test_a_race_comes_with_its_room_or_not_at_all(store: Store) -> None:
    await begin(store)
    for wrong in (2, 4):
        assert not await begin_race(store, a_room(version=wrong, touched_at=9_999), a_race("race2", 2))
    assert not await begin_race(store, a_room("ROOM9999", version=3), a_race("race2", 2))
    assert await store.race("race2") is None
    assert await store.room("ROOM0001") == a_room(version=2)
    assert await store.open_races() == [("ROOM0001", "race")]


@pytest.mark.parametrize(
    "contradiction",
    [
        a_race("race", 2),
        a_race("race2", 1),
        a_race("race2", 2, players=3),
        replace(a_race("race2", 2), games=(StoredGame("race-1", "player0", ranked=True),)),
    ],
    ids=["its id is taken", "its number is taken", "a player is unknown", "a game's id is taken"],
)
async def test_nothing_is_stored_of_a_race_that_contradicts_what_is_there(
    store: Store, race: StoredRace, contradiction: StoredRace
) -> None:
    with pytest.raises(ValueError, match="contradicts what is stored"):
        await begin_race(store, a_room(version=3), contradiction)
    assert await store.race("race2") is None
    assert await store.race("race") == race
    assert await store.room("ROOM0001") == a_room(version=2)


async def test_one_of_many_concurrent_begins_of_a_race_succeeds(store: Store, other: Store) -> None:
    await begin(store)
    begun = await asyncio.gather(
        *(
            begin_race(each, a_room(version=3), a_race(f"race2{number}", 2))
            for number, each in enumerate([store, other] * 8)
        )
    )
    assert sum(begun) == 1
    winner = f"race2{begun.index(True)}"
    assert await store.open_races() == [("ROOM0001", "race"), ("ROOM0001", winner)]
    assert await store.race(winner) == a_race(winner, 2)


async def test_open_races_are_those_of_all_rooms_that_have_not_ended(store: Store, other: Store) -> None:
    assert await store.open_races() == []
    await begin(store)
    await store.add_room(a_room("ROOM0002"))
    await begin_race(store, a_room("ROOM0002", version=2), replace(a_race("race2"), room="ROOM0002"))
    assert await other.open_races() == [("ROOM0001", "race"), ("ROOM0002", "race2")]
    time_is_up = a_race().ends_at
    assert await other.open_races(due_by=time_is_up - 1) == []
    assert await other.open_races(due_by=time_is_up) == [("ROOM0001", "race"), ("ROOM0002", "race2")]
    await end_games(store, a_race())
    await end_race(store, a_room(version=3), "race", 5_000)
    assert await other.open_races() == [("ROOM0002", "race2")]


async def test_a_race_ends_after_all_its_games_together_with_a_new_version_of_its_room(
    store: Store, race: StoredRace, other: Store
) -> None:
    assert await end_game(store, "race-0", 0, RESULT)
    assert not await end_race(store, a_room(version=3), "race", 5_000)
    assert await other.room("ROOM0001") == a_room(version=2)
    assert await end_game(store, "race-1", 0, RESULT)
    assert await end_race(store, a_room(version=3, touched_at=5_000), "race", 5_000)
    games = tuple(replace(game, result=RESULT) for game in race.games)
    assert await other.race("race") == replace(race, games=games, ended_at=5_000)
    assert await other.room("ROOM0001") == a_room(version=3, touched_at=5_000)


async def test_a_race_does_not_end_when_its_room_has_moved_on_nor_twice_nor_with_another_room(store: Store) -> None:
    race = await end_games(store, await begin(store))
    await store.add_room(a_room("ROOM0002"))
    assert not await end_race(store, a_room(version=2), "race", 5_000)
    assert not await end_race(store, a_room("ROOM0002", version=2), "race", 5_000)
    assert not await end_race(store, a_room(version=3), "another", 5_000)
    assert await store.race("race") == race
    assert await end_race(store, a_room(version=3), "race", 5_000)
    assert not await end_race(store, a_room(version=4), "race", 6_000)
    assert await store.race("race") == replace(race, ended_at=5_000)
    assert await store.room("ROOM0001") == a_room(version=3)
    assert await store.room("ROOM0002") == a_room("ROOM0002")


async def test_one_of_many_concurrent_ends_of_a_race_succeeds(store: Store, other: Store) -> None:
    race = await end_games(store, await begin(store))
    ended = await asyncio.gather(
        *(end_race(each, a_room(version=3, touched_at=at), "race", at) for at, each in enumerate([store, other] * 8))
    )
    assert sum(ended) == 1
    assert await store.race("race") == replace(race, ended_at=ended.index(True))
    assert await store.room("ROOM0001") == a_room(version=3, touched_at=ended.index(True))


# Series

SERIES = StoredSeries("s" * 32, "ROOM0001", 3, 5, 3, 1_700_000_300_000, "GROUP")


async def add(store: Store, *every: StoredSeries) -> None:
    for each in every:
        await Alone(store).add_series(each)


async def test_a_series_is_found_by_its_id_and_by_the_races_between_its_first_and_last(store: Store) -> None:
    assert await store.add_room(a_room())
    assert await store.add_room(a_room("ROOM0002"))
    later = replace(SERIES, id="t" * 32, first=7, last=9, group=None)
    elsewhere = replace(SERIES, id="u" * 32, room="ROOM0002", first=1, last=9)
    await add(store, SERIES, later, elsewhere)
    assert [await store.series(each.id) for each in (SERIES, later)] == [SERIES, later]
    for unknown in ("nothing", "\0"):
        assert await store.series(unknown) is None
    found = {number: await store.series_of_race("ROOM0001", number) for number in range(2, 11)}
    assert {number: each.id[0] for number, each in found.items() if each} == {
        **dict.fromkeys((3, 4, 5), "s"),
        **dict.fromkeys((7, 8, 9), "t"),
    }


async def test_the_series_of_a_group_come_latest_first_and_go_with_the_group(store: Store, tx: Transaction) -> None:
    await store.add_player(a_player("ann"))
    assert await store.add_room(a_room())
    ended = [replace(SERIES, id=f"{n:032}", first=n, last=n, ended_at=SERIES.ended_at + n) for n in range(1, 5)]
    await add(store, *ended, replace(SERIES, id="other", last=9, group="OTHER"))
    assert await store.group_series("GROUP", None, 3) == [ended[3], ended[2], ended[1]]
    assert await store.group_series("GROUP", (ended[1].ended_at, ended[1].id), 3) == [ended[0]]
    await tx.save_group(replace(GROUP, code="GROUP"))
    await tx.delete_group("GROUP")
    assert await store.group_series("GROUP", None, 9) == []
    assert await store.series("other")
