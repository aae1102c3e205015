"""The contract of `ports.Store`: games and their actions."""

import asyncio
from dataclasses import replace

import pytest
from msgspec import structs

from gaprace.ports import ShownBoards, Store, StoredAction, StoredRace, StoredResult, Written
from tests.store.material import RESULT, end_game, some_actions

pytestmark = pytest.mark.usefixtures("race")
STORED, TAKEN, ENDED, GAP = Written.STORED, Written.TAKEN, Written.ENDED, Written.GAP


async def test_actions_come_back_in_order_by_game(store: Store, other: Store) -> None:
    first, second = some_actions("race-0", 1, 12, "KS@51"), some_actions("race-1", 1, 3, "shuffle")
    assert await store.appender.append_actions([*second, *first]) == [STORED] * 15
    assert await other.actions(["race-1", "race-0", "unknown"]) == {"race-0": first, "race-1": second, "unknown": []}
    assert await other.actions([]) == {}


async def test_a_group_may_be_large_or_empty(store: Store) -> None:
    assert await store.appender.append_actions([]) == []
    actions = [action for n in range(1, 1_201) for game in (0, 1) for action in some_actions(f"race-{game}", n, n)]
    assert await store.appender.append_actions(actions) == [STORED] * 2_400
    assert await store.actions(["race-1"]) == {"race-1": some_actions("race-1", 1, 1_200)}


async def test_a_number_is_taken_once_and_with_it_go_all_later_actions_of_its_game(store: Store, other: Store) -> None:
    await other.appender.append_actions(some_actions("race-0", 1, 3, "redo"))
    group = [
        *some_actions("race-1", 1, 1),
        *some_actions("race-0", 3, 5),
        *some_actions("race-1", 2, 2),
        *some_actions("race-0", 6, 6),
    ]
    assert await store.appender.append_actions(group) == [STORED, TAKEN, TAKEN, TAKEN, STORED, TAKEN]
    assert await store.actions(["race-0", "race-1"]) == {
        "race-0": some_actions("race-0", 1, 3, "redo"),
        "race-1": some_actions("race-1", 1, 2),
    }
    twice = [StoredAction("race-0", n, action, 5) for n, action in [(4, "undo"), (5, "redo"), (5, "undo"), (6, "redo")]]
    assert await store.appender.append_actions(twice) == [STORED, STORED, TAKEN, TAKEN]
    assert await store.appender.append_actions(twice[:1]) == [TAKEN]
    assert (await other.actions(["race-0"]))["race-0"][3:] == twice[:2]


async def test_an_action_is_never_stored_behind_a_hole(store: Store) -> None:
    await store.appender.append_actions(some_actions("race-0", 1, 2))
    group = [*some_actions("race-0", 4, 5), *some_actions("race-1", 2, 2)]
    assert await store.appender.append_actions(group) == [GAP, GAP, GAP]
    group = [*some_actions("race-0", 3, 3), *some_actions("race-0", 5, 6), *some_actions("race-1", 1, 1)]
    assert await store.appender.append_actions(group) == [STORED, GAP, GAP, STORED]
    assert await store.actions(["race-0", "race-1"]) == {
        "race-0": some_actions("race-0", 1, 3),
        "race-1": some_actions("race-1", 1, 1),
    }


async def test_a_game_ends_with_its_result_and_its_actions_go(store: Store, race: StoredRace, other: Store) -> None:
    await store.appender.append_actions([*some_actions("race-0", 1, 4), *some_actions("race-1", 1, 2)])
    assert await end_game(store, "race-0", 4, RESULT)
    assert await other.actions(["race-0", "race-1"]) == {"race-0": [], "race-1": some_actions("race-1", 1, 2)}
    ended, running = replace(race.games[0], result=RESULT), race.games[1]
    assert await other.race("race") == replace(race, games=(ended, running))


GREATEST = StoredResult(
    won=True,
    locked=48,
    score=58,
    moves=200,
    shuffles=0,
    time_ms=2**40,
    reached_ms=2**40,
    transcript="x" * 100_000,
    ended_at=2**45,
    boards=ShownBoards("2C", ("3C",) * 9),
)
LEAST = StoredResult(False, 0, -45, 0, 0, 0, 9, transcript="", ended_at=0, boards=ShownBoards("2C", ()))


@pytest.mark.parametrize("result", [RESULT, GREATEST, LEAST], ids=["a usual one", "the greatest", "the least"])
async def test_a_finished_game_comes_back_with_its_race_and_one_that_runs_does_not(
    store: Store, other: Store, result: StoredResult
) -> None:
    assert await end_game(store, "race-1", 0, result)
    for game_id in ("race-0", "unknown"):
        assert await other.finished_game(game_id) is None
    game, race = await other.finished_game("race-1")
    assert game.result == result
    whole = await store.race("race")
    assert race == replace(whole, games=(game,))  # a page of one game need not read the transcripts of fifty
    assert game == whole.games[1]


async def test_nothing_is_appended_to_a_game_that_has_ended_or_is_unknown(store: Store, other: Store) -> None:
    await store.appender.append_actions(some_actions("race-0", 1, 2))
    await end_game(other, "race-0", 2, RESULT)
    group = [*some_actions("race-0", 3, 3), *some_actions("race-1", 1, 1), *some_actions("unknown", 1, 1)]
    assert await store.appender.append_actions(group) == [ENDED, STORED, ENDED]
    assert await store.appender.append_actions(some_actions("race-0", 1, 1)) == [ENDED]
    assert await store.actions(["race-0"]) == {"race-0": []}


async def test_a_game_ends_only_after_its_last_action(store: Store, race: StoredRace) -> None:
    await store.appender.append_actions(some_actions("race-0", 1, 3))
    for wrong in (0, 2, 4):
        assert not await end_game(store, "race-0", wrong, RESULT)
    assert not await end_game(store, "race-1", 1, RESULT)
    assert not await end_game(store, "unknown", 0, RESULT)
    assert await store.race("race") == race
    assert await store.actions(["race-0"]) == {"race-0": some_actions("race-0", 1, 3)}
    assert await store.appender.append_actions(some_actions("race-0", 4, 4)) == [STORED]


async def test_a_game_ends_once(store: Store, other: Store) -> None:
    await store.appender.append_actions(some_actions("race-0", 1, 3))
    ended = await asyncio.gather(
        *(
            end_game(each, "race-0", 3, structs.replace(RESULT, time_ms=number))
            for number, each in enumerate([store, other] * 4)
        )
    )
    assert sum(ended) == 1
    found = await store.finished_game("race-0")
    assert found[0].result == structs.replace(RESULT, time_ms=ended.index(True))
    assert not await end_game(store, "race-0", 0, RESULT)


async def test_a_hint_makes_a_running_game_practice(store: Store, race: StoredRace, other: Store) -> None:
    await end_game(store, "race-1", 0, RESULT)
    for game in ("race-0", "race-0", "race-1", "unknown"):
        await store.mark_hinted(game)
    hinted, ended = replace(race.games[0], hinted=True, ranked=False), replace(race.games[1], result=RESULT)
    assert await other.race("race") == replace(race, games=(hinted, ended))
