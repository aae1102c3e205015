"""The contract of `ports.PuzzleStore`."""

import asyncio
from dataclasses import replace

from gaprace.play.glicko import Glicko
from gaprace.play.storm import Storm
from gaprace.ports import PuzzlePlayer, PuzzleTry, Store, StoredMistake, StormBest, TryEnd
from tests.puzzles import add_puzzles, stored_puzzle
from tests.store.material import RESULT, a_player, play_race

NEW = PuzzlePlayer("ann")


async def with_players(store: Store, *names: str) -> None:
    for name in names:
        await store.add_player(a_player(name))


async def test_a_board_is_stored_once_and_read_as_it_was_written(store: Store) -> None:
    puzzle = stored_puzzle()
    assert await store.add_puzzle(puzzle) == puzzle.id
    assert await store.add_puzzle(replace(puzzle, id="another", made_at=2_000)) == puzzle.id
    assert await store.puzzle(puzzle.id) == puzzle
    assert await store.puzzle("another") is None
    assert await store.puzzle("\0") is None


async def test_the_next_puzzle_is_the_nearest_that_is_new_to_the_player(store: Store) -> None:
    await with_players(store, "ann", "bob")
    puzzles = await add_puzzles(store, 5)  # 1000, 1050 ... 1200
    nearest = await store.next_puzzle("ann", 1_110)
    assert nearest
    assert nearest.id == puzzles[2].id
    await store.begin_puzzle_try(PuzzleTry("ann", puzzles[2].id, "next", 5))
    found = await store.next_puzzle("ann", 1_110)
    assert found
    assert found.id == puzzles[3].id
    race = await play_race(store, "race", {"ann": RESULT})
    await store.add_mistakes(race.games[0].id, [StoredMistake("ann", puzzles[3].id, race.games[0].id, 7, "2C@0")])
    assert await store.choose_puzzle_of_day("2026-11-22", 1_050) == puzzles[1].id
    left = [await store.next_puzzle("ann", rating) for rating in (900, 1_900)]
    assert [each and each.id for each in left] == [puzzles[0].id, puzzles[4].id]
    of_bob = await store.next_puzzle("bob", 1_110)
    assert of_bob
    assert of_bob.id == puzzles[2].id
    assert of_bob.tries == 1
    assert await store.puzzles_ready() == {7: 4}


async def test_everyone_has_the_same_puzzle_of_a_day_whoever_chooses_it(store: Store, other: Store) -> None:
    await add_puzzles(store, 3)
    assert await store.puzzle_of_day("2026-11-22") is None
    chosen = await asyncio.gather(
        *(each.choose_puzzle_of_day("2026-11-22", rating) for each in (store, other) for rating in (1_000, 1_100))
    )
    assert {await store.puzzle_of_day("2026-11-22")} == {*chosen}
    tomorrow = await store.choose_puzzle_of_day("2026-11-23", 1_000)
    assert tomorrow not in {None, *chosen}


async def test_without_puzzles_a_day_has_none(store: Store) -> None:
    assert await store.choose_puzzle_of_day("2026-11-22", 1_000) is None
    assert await store.next_puzzle("ann", 1_000) is None
    assert await store.puzzles_ready() == {}


async def test_only_the_first_try_of_a_puzzle_is_kept(store: Store) -> None:
    await with_players(store, "ann")
    (puzzle,) = await add_puzzles(store, 1)
    first = PuzzleTry("ann", puzzle.id, "next", 5)
    assert await store.begin_puzzle_try(first) == first
    assert await store.begin_puzzle_try(replace(first, kind="shared", begun_at=9)) == first
    assert await store.open_puzzle_try("ann") == await store.puzzle_try("ann", puzzle.id) == first
    stored = await store.puzzle(puzzle.id)
    assert stored
    assert stored.tries == 1


async def test_the_end_of_a_rated_try_is_stored_as_a_whole_or_not_at_all(store: Store, other: Store) -> None:
    await with_players(store, "ann")
    (puzzle,) = await add_puzzles(store, 1)
    known = await store.begin_puzzle_try(PuzzleTry("ann", puzzle.id, "next", 5))
    solved = replace(known, state="solved", found=puzzle.line, ended_at=9, rating_after=1600.0, change=100.0)
    after = PuzzlePlayer("ann", Glicko(1600, 250, 0.06), 1, 1)
    end = TryEnd(NEW, after, puzzle, Glicko(1200, 150, 0.06))
    assert not await store.save_puzzle_try(known, solved, end._replace(player=replace(NEW, tries=3)))
    assert not await store.save_puzzle_try(known, solved, end._replace(puzzle=replace(puzzle, lessons=3)))
    assert await store.puzzle_try("ann", puzzle.id) == known
    ended = await asyncio.gather(*(each.save_puzzle_try(known, solved, end) for each in (store, other)))
    assert sorted(ended) == [False, True]
    assert await store.puzzle_tries("ann") == [solved]
    assert await store.puzzle_player("ann") == after
    assert await store.open_puzzle_try("ann") is None
    assert await store.puzzle(puzzle.id) == replace(
        puzzle, rating=Glicko(1200, 150, 0.06), lessons=1, tries=1, solved=1
    )


async def test_a_player_is_claimed_by_one_process_until_all_games_are_searched(store: Store, other: Store) -> None:
    await play_race(store, "r1", {"ann": replace(RESULT, ended_at=1)})
    await play_race(store, "r2", {"ann": replace(RESULT, ended_at=2), "bob": None})
    await play_race(store, "r3", {"ann": replace(RESULT, moves=0)})
    await play_race(store, "r4", {"ann": None})
    assert await store.claim_mistakes(0, 10) is None
    await store.ask_mistakes("ann", 5)
    claims = await asyncio.gather(*(each.claim_mistakes(6, 10) for each in (store, other)))
    asked = replace(NEW, asked_at=5)
    assert [each for each in claims if each] == [asked]
    assert await other.claim_mistakes(11, 20) == asked
    assert await store.games_to_search("ann", 5) == ["r2-ann", "r1-ann"]
    await store.add_mistakes("r2-ann", [])
    assert await store.games_to_search("ann", 5) == ["r1-ann"]
    await store.ask_mistakes("ann", 7)
    await store.end_mistakes(asked)
    assert await store.claim_mistakes(12, 20) == replace(NEW, asked_at=7)
    await store.end_mistakes(replace(NEW, asked_at=7))
    assert await store.claim_mistakes(30, 40) is None
    assert await store.puzzle_player("ann") == NEW


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


async def test_a_move_of_a_storm_is_stored_once(store: Store, other: Store) -> None:
    await with_players(store, "ann")
    first, second, _ = await add_puzzles(store, 3)
    storm = Storm.begin("storm", "ann", first.id, 1_763_800_000_000)
    served = PuzzleTry("ann", first.id, "storm", 1)
    await store.add_storm(storm, served)
    assert await store.storm("storm") == storm
    assert await store.storm("\0") is None
    changed = replace(storm, n=1, solved=1, puzzle=second.id)
    ended = replace(served, state="solved", found=first.line, ended_at=2)
    step = (storm, changed, ended, PuzzleTry("ann", second.id, "storm", 2))
    moved = await asyncio.gather(*(each.move_storm(*step) for each in (store, other)))
    assert sorted(moved) == [False, True]
    assert await store.storms_of("ann") == [changed]
    assert [each.state for each in await store.puzzle_tries("ann")] == ["solved", "open"]
    again = replace(changed, n=2, solved=2, puzzle=first.id)
    assert not await store.move_storm(changed, again, None, PuzzleTry("ann", first.id, "storm", 3))
    assert await store.storm("storm") == changed
    assert await store.storm_puzzles("storm") == [first.id, second.id]


async def test_the_best_storm_of_each_player_counts(store: Store) -> None:
    await with_players(store, "ann", "bob", "cho")
    puzzles = await add_puzzles(store, 3)
    for player, at, score in (("ann", 0, 3), ("ann", 10, 2), ("bob", 1, 1), ("bob", 11, 5), ("cho", 2, 3)):
        storm = Storm.begin(f"{player}{at}", player, puzzles[0].id, 1_763_800_000_000)
        await store.add_storm(storm, PuzzleTry(player, puzzles[0].id, "storm", 1))
        assert await store.end_storm(storm, "", StormBest(player, score, at))
        assert not await store.end_storm(storm, "", StormBest(player, 99, at))
    bests = [StormBest("bob", 5, 11), StormBest("ann", 3, 0), StormBest("cho", 3, 2)]
    for period in storm.periods:
        assert await store.storm_bests(period, 10) == bests
    assert await store.storm_bests("all", 1) == bests[:1]
    assert await store.storm_place("all", "cho") == (3, bests[2])
    assert await store.storm_place("all", "dee") is None


async def test_a_storm_is_examined_once_when_it_is_over(store: Store, other: Store) -> None:
    await with_players(store, "ann", "bob")
    puzzles, begun_at = await add_puzzles(store, 2), 1_763_800_000_000
    running, over, done = (Storm.begin(name, "ann", puzzles[0].id, begun_at) for name in ("s1", "s2", "s3"))
    over = replace(over, ends_at=begun_at + 5)
    for storm in (running, over, done):
        assert await store.add_storm(storm, PuzzleTry("ann", puzzles[0].id, "storm", 1))
    without_puzzle = replace(done, n=1, solved=1, puzzle="")
    assert await store.move_storm(done, without_puzzle)
    assert {each.id for each in await store.due_storms(begun_at + 5, 9)} == {"s2", "s3"}
    assert len(await store.due_storms(begun_at + 5, 1)) == 1
    ended = await asyncio.gather(*(each.end_storm(over, "no_thought", None) for each in (store, other)))
    assert sorted(ended) == [False, True]
    assert not await store.end_storm(done, "", None)
    assert await store.end_storm(without_puzzle, "", None)
    assert await store.due_storms(begun_at + 5, 9) == []
    assert await store.flagged_storms(9) == [replace(over, flags="no_thought")]
    late = replace(over, n=1, solved=1)
    assert not await store.move_storm(over, late)


async def add_ended_storm(store: Store, storm_id: str, puzzle: str, solved: int, flags: str = "") -> None:
    """A storm of Ann's that was examined, and is her best one unless it has flags."""
    begun_at = 1_763_800_000_000
    storm = replace(Storm.begin(storm_id, "ann", puzzle, begun_at), solved=solved, log="5:solved " * solved)
    await store.add_storm(storm, PuzzleTry("ann", puzzle, "storm", 1))
    assert await store.end_storm(storm, flags, None if flags else StormBest("ann", solved, storm.scored_at))


async def test_a_storm_that_is_void_leaves_the_leaderboard_to_the_best_that_counts(store: Store) -> None:
    await with_players(store, "ann", "bob")
    puzzle = (await add_puzzles(store, 1))[0].id
    for storm, solved, flags in (("s3", 3, ""), ("s5", 5, ""), ("s9", 9, "no_thought")):
        await add_ended_storm(store, storm, puzzle, solved, flags)

    async def best() -> list[int]:
        week = Storm.begin("", "", "", 1_763_800_000_000).periods[1]
        (all_time, of_week) = [[each.score for each in await store.storm_bests(period, 9)] for period in ("all", week)]
        assert all_time == of_week
        return all_time

    assert await best() == [5]
    assert not await store.transact(lambda tx: tx.void_storms("bob", "d0", "s5"))
    assert await store.transact(lambda tx: tx.void_storms("ann", "d1", "s5"))
    assert not await store.transact(lambda tx: tx.void_storms("ann", "d2", "s5"))
    assert await best() == [3]
    await store.transact(lambda tx: tx.clear_storm("s9", "anna"))
    assert await best() == [9]
    assert await store.flagged_storms(9) == []
    assert await store.transact(lambda tx: tx.void_storms("ann", "d3"))
    assert not await store.transact(lambda tx: tx.void_storms("ann", "d4"))
    assert await best() == []
    await store.transact(lambda tx: tx.restore_storms("d3"))
    assert await best() == [9]
    await store.transact(lambda tx: tx.restore_storms("d1"))
    found = {each.id: (each.cleared_by, each.voided_by) for each in await store.storms_of("ann")}
    assert found == {"s3": (None, None), "s5": (None, None), "s9": ("anna", None)}


async def test_what_has_no_flags_is_not_cleared_and_flagged_storms_wait_for_a_moderator(store: Store) -> None:
    await with_players(store, "ann")
    puzzle = (await add_puzzles(store, 1))[0].id
    await add_ended_storm(store, "clean", puzzle, 3)
    await add_ended_storm(store, "fast", puzzle, 9, "no_thought")
    await store.transact(lambda tx: tx.clear_storm("clean", "anna"))
    clean = await store.storm("clean")
    assert clean
    assert clean.cleared_by is None
    assert [each.id for each in await store.flagged_storms(9)] == ["fast"]
    await store.transact(lambda tx: tx.void_storms("ann", "d1", "fast"))
    assert await store.flagged_storms(9) == []


async def test_a_running_storm_that_becomes_void_neither_goes_on_nor_counts_as_it_was_known(store: Store) -> None:
    await with_players(store, "ann")
    puzzle = (await add_puzzles(store, 1))[0].id
    known = Storm.begin("s1", "ann", puzzle, 1_763_800_000_000)
    await store.add_storm(known, PuzzleTry("ann", puzzle, "storm", 1))
    await store.transact(lambda tx: tx.void_storms("ann", "d1"))
    assert not await store.move_storm(known, replace(known, n=1, solved=1))
    assert not await store.end_storm(known, "", StormBest("ann", 1, 1))
    void = replace(known, voided_by="d1")
    assert await store.move_storm(void, replace(void, n=1))
    assert await store.end_storm(replace(void, n=1), "", None)
    assert await store.storm("s1") == replace(void, n=1, flags="")


async def test_a_sequence_is_the_same_for_all_who_play_on_it_and_each_has_one_storm(store: Store, other: Store) -> None:
    await with_players(store, "ann", "bob")
    puzzles, now = await add_puzzles(store, 4), 1_763_800_000_000
    first = Storm.begin("first", "ann", puzzles[0].id, now)
    assert await store.add_storm(first, PuzzleTry("ann", first.puzzle, "storm", 1))
    assert await store.storm_on("first", "bob") is None
    joined = [Storm.begin(f"bob{number}", "bob", first.puzzle, now, "first") for number in range(2)]
    served = PuzzleTry("bob", first.puzzle, "storm", 1)
    added = await asyncio.gather(
        *(each.add_storm(storm, served) for each, storm in zip((store, other), joined, strict=True))
    )
    assert sorted(added) == [False, True]
    second = await store.storm_on("first", "bob")
    assert second in joined

    def moved(storm: Storm, number: int, *, solved: bool) -> tuple[Storm, Storm, None, PuzzleTry]:
        changed = replace(storm, n=1, solved=int(solved), failed=int(not solved), puzzle=puzzles[number].id)
        return storm, changed, None, PuzzleTry(storm.player, changed.puzzle, "storm", 2)

    assert await store.move_storm(*moved(first, 1, solved=False))
    assert not await other.move_storm(*moved(second, 2, solved=True))
    assert await store.storm_puzzles("first") == [puzzles[0].id, puzzles[1].id]
    await store.begin_puzzle_try(PuzzleTry("bob", puzzles[1].id, "shared", 1))
    assert await other.move_storm(*moved(second, 1, solved=True))
    assert [each.player for each in await store.storms_on("first", 9)] == ["bob", "ann"]
    assert len(await store.storms_on("first", 1)) == 1


async def test_nothing_is_kept_of_a_deleted_player_but_the_puzzles(store: Store) -> None:
    puzzles = await add_puzzles(store, 2)
    race = await play_race(store, "race", {"ann": RESULT, "bob": RESULT})
    for number, player in enumerate(("ann", "bob")):
        await store.ask_mistakes(player, 5)
        game = race.games[number].id
        await store.add_mistakes(game, [StoredMistake(player, puzzles[0].id, game, 1, "2C@0")])
        storm = Storm.begin(f"storm{number}", player, puzzles[0].id, 1_763_800_000_000)
        await store.add_storm(storm, PuzzleTry(player, puzzles[1].id, "storm", 1))
        assert await store.end_storm(storm, "", StormBest(player, 4, 1))
    await store.delete_player("ann", "deleted player", 2_000)
    assert await store.puzzle_player("ann") is None
    assert await store.puzzle_tries("ann") == await store.storms_of("ann") == await store.mistakes("ann", 5) == []
    assert [each.player for each in await store.storm_bests("all", 5)] == ["bob"]
    assert len(await store.puzzle_tries("bob")) == len(await store.mistakes("bob", 5)) == 1
    assert await store.puzzle(puzzles[0].id)


async def test_a_guest_who_tried_a_puzzle_stays(store: Store) -> None:
    await with_players(store, "ann", "bob")
    (puzzle,) = await add_puzzles(store, 1)
    await store.begin_puzzle_try(PuzzleTry("ann", puzzle.id, "shared", 5))
    await store.delete_guests(0, a_player().created_at + 1, 10)
    assert await store.player("ann")
    assert await store.player("bob") is None
