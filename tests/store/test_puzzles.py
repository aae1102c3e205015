"""The contract of `ports.PuzzleStore`."""

import asyncio
from dataclasses import replace

from msgspec import structs

from gaprace.ports import FIRST_GUEST, MistakeSearch, PuzzleTry, Store, StoredMistake
from tests.puzzles import add_puzzles, stored_puzzle
from tests.store.material import RESULT, a_player, meet, play_race


async def test_a_board_is_stored_once_and_read_as_it_was_written(store: Store) -> None:
    puzzle = stored_puzzle()
    assert await store.add_puzzle(puzzle) == puzzle.id
    assert await store.add_puzzle(replace(puzzle, id="another", made_at=2_000)) == puzzle.id
    assert await store.puzzle(puzzle.id) == puzzle
    assert await store.puzzle("another") is None
    assert await store.puzzle("\0") is None


async def test_the_next_puzzle_is_the_oldest_that_a_player_has_not_ended(store: Store) -> None:
    await meet(store, "ann", "bob")
    puzzles = await add_puzzles(store, 5)

    async def next_of(player: str | None) -> str | None:
        found = await store.next_puzzle(player)
        return found and found.id

    begun = await store.begin_puzzle_try(PuzzleTry("ann", puzzles[0].id, 5))
    assert await next_of("ann") == puzzles[0].id
    await store.save_puzzle_try(begun, replace(begun, state="failed", wrong="resign", ended_at=6))
    assert [await next_of(player) for player in ("ann", "bob", None)] == [puzzles[each].id for each in (1, 0, 0)]
    race = await play_race(store, "race", {"ann": RESULT})
    await store.add_mistakes(race.games[0].id, [StoredMistake("ann", puzzles[2].id, race.games[0].id, 7, "2C@0")])
    assert await store.choose_puzzle_of_day("2026-11-22") == puzzles[1].id
    assert await next_of("ann") == puzzles[3].id
    assert await store.puzzles_ready() == {7: 4}


async def test_everyone_has_the_same_puzzle_of_a_day_whoever_chooses_it(store: Store, other: Store) -> None:
    assert await store.choose_puzzle_of_day("2026-11-22") is None
    assert await store.next_puzzle("ann") is None
    assert await store.puzzles_ready() == {}
    await add_puzzles(store, 3)
    assert await store.puzzle_of_day("2026-11-22") is None
    chosen = await asyncio.gather(*(each.choose_puzzle_of_day("2026-11-22") for each in (store, other)))
    assert {await store.puzzle_of_day("2026-11-22")} == {*chosen}
    tomorrow = await store.choose_puzzle_of_day("2026-11-23")
    assert tomorrow not in {None, *chosen}


async def test_only_the_first_try_of_a_puzzle_is_kept_and_ends_once(store: Store, other: Store) -> None:
    await meet(store, "ann")
    (puzzle,) = await add_puzzles(store, 1)
    first = PuzzleTry("ann", puzzle.id, 5)
    assert await store.begin_puzzle_try(first) == first
    assert await store.begin_puzzle_try(replace(first, begun_at=9)) == first
    assert await store.puzzle_try("ann", puzzle.id) == first
    assert await store.puzzle(puzzle.id) == replace(puzzle, tries=1)
    solved = replace(first, state="solved", found=puzzle.line, ended_at=9)
    ended = await asyncio.gather(*(each.save_puzzle_try(first, solved) for each in (store, other)))
    assert sorted(ended) == [False, True]
    assert await store.puzzle_tries("ann") == [solved]


async def test_a_player_is_claimed_by_one_process_until_all_games_are_searched(store: Store, other: Store) -> None:
    await play_race(store, "r1", {"ann": structs.replace(RESULT, ended_at=1)})
    await play_race(store, "r2", {"ann": structs.replace(RESULT, ended_at=2), "bob": None})
    await play_race(store, "r3", {"ann": structs.replace(RESULT, moves=0)})
    await play_race(store, "r4", {"ann": None})
    assert await store.claim_mistakes(0, 10) is None
    await store.ask_mistakes("ann", 5)
    claims = await asyncio.gather(*(each.claim_mistakes(6, 10) for each in (store, other)))
    asked = MistakeSearch("ann", 5)
    assert [each for each in claims if each] == [asked]
    assert await other.claim_mistakes(11, 20) == asked
    assert await store.games_to_search("ann", 5) == ["r2-ann", "r1-ann"]
    await store.add_mistakes("r2-ann", [])
    assert await store.games_to_search("ann", 5) == ["r1-ann"]
    await store.ask_mistakes("ann", 7)
    await store.end_mistakes(asked)
    assert await store.is_searching("ann")
    assert await store.claim_mistakes(12, 20) == MistakeSearch("ann", 7)
    await store.end_mistakes(MistakeSearch("ann", 7))
    assert await store.claim_mistakes(30, 40) is None
    assert not await store.is_searching("ann")


async def test_mistakes_are_read_the_latest_first(store: Store) -> None:
    puzzles = await add_puzzles(store, 2)
    race = await play_race(store, "race", {"ann": RESULT, "bob": RESULT})
    game = race.games[0].id
    older, newer = (StoredMistake("ann", each.id, game, at, "2C@0") for at, each in enumerate(puzzles))
    for _ in range(2):
        await store.add_mistakes(game, [older, newer])
    assert await store.mistakes("ann", 5) == [newer, older]
    assert await store.mistakes("ann", 1) == [newer]
    assert await store.mistakes("bob", 5) == []
    assert await store.is_mistake("ann", puzzles[0].id)
    assert not await store.is_mistake("bob", puzzles[0].id)


async def test_nothing_is_kept_of_a_deleted_player_but_the_puzzles(store: Store) -> None:
    puzzles = await add_puzzles(store, 2)
    race = await play_race(store, "race", {"ann": RESULT, "bob": RESULT})
    for number, player in enumerate(("ann", "bob")):
        await store.ask_mistakes(player, 5)
        game = race.games[number].id
        await store.add_mistakes(game, [StoredMistake(player, puzzles[0].id, game, 1, "2C@0")])
        await store.begin_puzzle_try(PuzzleTry(player, puzzles[1].id, 1))
    await store.delete_player("ann", "deleted player", 2_000)
    assert not await store.is_searching("ann")
    assert await store.puzzle_tries("ann") == await store.mistakes("ann", 5) == []
    assert len(await store.puzzle_tries("bob")) == len(await store.mistakes("bob", 5)) == 1
    assert await store.puzzle(puzzles[0].id)
    await meet(store, "cho", "dee")
    await store.begin_puzzle_try(PuzzleTry("cho", puzzles[1].id, 5))
    await store.delete_guests(FIRST_GUEST, a_player().created_at + 1, 10)
    assert [bool(await store.player(each)) for each in ("cho", "dee")] == [True, False]
