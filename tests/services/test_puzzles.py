"""Tries are refereed by the server, answers come after them, and nobody is rated twice by one puzzle."""

from collections.abc import Sequence

import pytest

from gaprace.errors import PuzzleError
from gaprace.play.puzzles import MIN_TEACHING_TRIES
from gaprace.play.storm import PENALTY_MS, STORM_MS
from gaprace.ports import StoredMistake, StoredPlayer, StoredPuzzle
from gaprace.services.puzzles import NEXT, Puzzles
from gaprace.services.storms import Storms
from gaprace.wire import encode
from gaprace.wire.http import PuzzleMove, Storm
from tests.memory_store import MemoryDatabase, MemoryStore
from tests.puzzles import add_puzzles, long_puzzle, wrong_move
from tests.rooms.stage import ManualClock
from tests.store.material import a_player

ANN, BOB, BOT = a_player("ann", "Ann"), a_player("bob", "Bob"), a_player("bot", "Bot")


class World:
    """Two processes on one database, with puzzles and players."""

    def __init__(self) -> None:
        self.clock, database = ManualClock(), MemoryDatabase()
        self.store = MemoryStore(database)
        self.puzzles, self.others = Puzzles(self.store, self.clock), Puzzles(MemoryStore(database), self.clock)
        self.storms = Storms(self.store, self.clock)
        self.known: list[StoredPuzzle] = []

    async def begin(self, count: int = 10) -> "World":
        for player in (ANN, BOB, BOT):
            await self.store.add_player(player)
        self.known = await add_puzzles(self.store, count)
        return self

    def stored(self, board: str) -> StoredPuzzle:
        return next(each for each in self.known if each.board == board)

    async def solve(self, player: StoredPlayer, puzzle: StoredPuzzle, shown_id: str) -> None:
        for n, move in enumerate(puzzle.line.split(), 1):
            await self.puzzles.move(player, shown_id, PuzzleMove(n, move))


def texts(puzzle: StoredPuzzle) -> Sequence[str]:
    """What would give the answer away, and what would lead to it."""
    return [puzzle.id, *puzzle.line.split()]


async def refused(work: object) -> str:
    with pytest.raises(PuzzleError) as error:
        await work  # type: ignore[misc]
    return error.value.code


async def test_the_next_puzzle_stays_until_it_is_tried_and_shows_no_way_to_its_answer() -> None:
    world = await World().begin()
    shown = await world.puzzles.next(ANN)
    assert (shown.id, shown.kind, shown.state, shown.rated) == (NEXT, "next", "open", True)
    assert await world.others.next(ANN) == await world.puzzles.view(NEXT, ANN.id) == shown
    sent = encode(shown).decode()
    assert not [text for text in texts(world.stored(shown.board)) if text in sent]
    assert (shown.solution, shown.rating, shown.tries) == (None, None, None)
    assert await refused(world.puzzles.view(NEXT, BOB.id)) == "puzzle_not_found"


async def test_a_solved_puzzle_shows_its_answer_and_raises_the_rating() -> None:
    world = await World().begin()
    puzzle = world.stored((await world.puzzles.next(ANN)).board)
    await world.solve(ANN, puzzle, NEXT)
    shown = await world.puzzles.view(puzzle.id, ANN.id)
    assert (shown.id, shown.state, shown.found) == (puzzle.id, "solved", puzzle.line.split())
    assert shown.solution
    assert (shown.solution.line, shown.solution.wrong) == (puzzle.line.split(), None)
    rating = await world.puzzles.rating(ANN)
    assert (rating.rating, rating.tries, rating.solved) == (shown.rating_after, 1, 1)
    assert shown.change
    assert shown.change > 0
    assert (await world.puzzles.next(ANN)).board != puzzle.board


async def test_a_wrong_move_ends_a_try_with_its_refutation() -> None:
    world = await World().begin()
    puzzle = world.stored((await world.puzzles.next(ANN)).board)
    shown = await world.puzzles.move(ANN, NEXT, PuzzleMove(1, wrong_move(puzzle)))
    assert shown.state == "failed"
    assert shown.solution
    assert shown.solution.wrong == wrong_move(puzzle)
    assert shown.solution.refutation_boards
    assert shown.change
    assert shown.change < 0
    again = PuzzleMove(1, puzzle.line.split()[0])
    assert await refused(world.puzzles.move(ANN, puzzle.id, again)) == "puzzle_over"
    assert (await world.puzzles.rating(ANN)).tries == 1


async def test_a_move_that_is_sent_again_is_answered_again_and_no_other_number_is_taken() -> None:
    world = await World().begin()
    puzzle = long_puzzle(world.known)
    first, second = puzzle.line.split()[:2]
    shown = await world.puzzles.move(ANN, puzzle.id, PuzzleMove(1, first))
    assert (shown.state, shown.found) == ("open", [first])
    assert await world.others.move(ANN, puzzle.id, PuzzleMove(1, first)) == shown
    assert await refused(world.puzzles.move(ANN, puzzle.id, PuzzleMove(3, second))) == "wrong_number"
    assert await refused(world.puzzles.move(ANN, puzzle.id, PuzzleMove(1, second))) == "wrong_number"
    assert await refused(world.puzzles.move(ANN, puzzle.id, PuzzleMove(2, "KS@0"))) == "illegal_move"
    assert await refused(world.puzzles.move(ANN, "nothing", PuzzleMove(1, first))) == "puzzle_not_found"
    failed = await world.puzzles.move(ANN, puzzle.id, PuzzleMove(2, wrong_move(puzzle, 1)))
    assert await world.puzzles.move(ANN, puzzle.id, PuzzleMove(2, wrong_move(puzzle, 1))) == failed


async def test_a_puzzle_by_a_link_from_an_own_game_or_by_a_program_is_for_practice() -> None:
    world = await World().begin()
    linked, own, other = world.known[:3]
    await world.store.add_mistakes("game", [StoredMistake(ANN.id, own.id, "game", 5, wrong_move(own))])
    for puzzle, kind in ((linked, "shared"), (own, "mistake")):
        await world.solve(ANN, puzzle, puzzle.id)
        shown = await world.puzzles.view(puzzle.id, ANN.id)
        assert (shown.state, shown.kind, shown.rated, shown.change) == ("solved", kind, False, None)
    assert (await world.puzzles.rating(ANN)).tries == 0
    program = StoredPlayer(**{**_fields(BOT), "program": True})
    await world.puzzles.next(program)
    await world.puzzles.move(program, NEXT, PuzzleMove(1, "resign"))
    assert (await world.puzzles.rating(program)).tries == 0
    assert other not in {linked, own}


def _fields(player: StoredPlayer) -> dict[str, object]:
    return {name: getattr(player, name) for name in player.__slots__}


async def test_a_puzzle_learns_from_each_known_player_once() -> None:
    world = await World().begin(12)
    for _ in range(MIN_TEACHING_TRIES):
        await world.puzzles.next(ANN)
        await world.puzzles.move(ANN, NEXT, PuzzleMove(1, "resign"))
    before = {each.id: each.rating for each in world.known}
    assert {each.id: each.rating for each in world.store.database.puzzles.values()} == before
    puzzle = world.stored((await world.puzzles.next(ANN)).board)
    await world.puzzles.move(ANN, NEXT, PuzzleMove(1, "resign"))
    learnt = await world.store.puzzle(puzzle.id)
    assert learnt
    assert learnt.rating.rating > puzzle.rating.rating
    for _ in range(3):
        assert await refused(world.puzzles.move(ANN, puzzle.id, PuzzleMove(1, "6D@1"))) == "puzzle_over"
    assert await world.store.puzzle(puzzle.id) == learnt


async def test_the_puzzle_of_the_day_is_the_same_for_everyone_and_rates_nobody() -> None:
    world = await World().begin()
    shown = await world.puzzles.daily(None)
    assert (await world.others.daily(BOB.id)).board == shown.board
    assert (shown.kind, shown.rated, shown.state, shown.solution) == ("daily", False, "open", None)
    assert shown.date
    puzzle = world.stored(shown.board)
    await world.solve(ANN, puzzle, shown.id)
    mine = await world.puzzles.daily(ANN.id)
    assert (mine.state, mine.tries, mine.change) == ("solved", 1, None)
    assert (await world.puzzles.rating(ANN)).tries == 0
    assert (await world.puzzles.daily(BOB.id)).solution is None
    await world.clock.advance(24 * 60 * 60 * 1000)
    assert (await world.puzzles.daily(ANN.id)).board != shown.board


async def test_without_any_puzzle_there_is_a_clear_answer() -> None:
    world = await World().begin(0)
    assert await refused(world.puzzles.next(ANN)) == "no_puzzle"
    assert await refused(world.puzzles.daily(None)) == "no_puzzle"
    assert await refused(world.storms.begin(ANN)) == "no_puzzle"


# Storms


THINK_MS = 2_000


async def answer(world: World, storm: Storm, *, wrong: bool = False, player: StoredPlayer = ANN) -> Storm:
    """Answer the puzzle on the board of a storm after a thought."""
    assert storm.puzzle
    puzzle, solved, n = world.stored(storm.puzzle.board), storm.solved, storm.n
    await world.clock.advance(THINK_MS)
    if wrong:
        return await world.storms.move(player, storm.id, PuzzleMove(n + 1, wrong_move(puzzle)))
    for number, move in enumerate(puzzle.line.split(), 1):
        storm = await world.storms.move(player, storm.id, PuzzleMove(n + number, move))
    assert (storm.last, storm.solved) == ("solved", solved + 1)
    return storm


async def test_a_storm_leads_from_puzzle_to_puzzle_and_counts_the_solved_ones() -> None:
    world = await World().begin()
    storm = await world.storms.begin(ANN)
    ends_at = storm.ends_at
    assert ends_at == world.clock.now() + STORM_MS
    assert storm.puzzle
    sent = encode(storm).decode()
    assert not [text for text in texts(world.stored(storm.puzzle.board)) if text in sent]
    storm = await answer(world, await answer(world, storm))
    storm = await answer(world, storm, wrong=True)
    assert (storm.solved, storm.failed, storm.last, storm.over) == (2, 1, "failed", False)
    assert storm.ends_at == ends_at - PENALTY_MS
    assert storm.review == []
    again = await world.storms.move(ANN, storm.id, PuzzleMove(1, "2C@0"))
    assert (again.n, again.solved, again.last) == (storm.n, 2, None)
    assert await refused(world.storms.move(ANN, storm.id, PuzzleMove(99, "2C@0"))) == "wrong_number"
    assert await refused(world.storms.view(BOB, storm.id)) == "storm_not_found"
    await world.clock.advance(STORM_MS)
    late = await world.storms.move(ANN, storm.id, PuzzleMove(storm.n + 1, "2C@0"))
    assert (late.over, late.puzzle, late.best, late.solved) == (True, None, 2, 2)
    assert [each.state for each in late.review] == ["solved", "solved", "failed", "open"]


async def test_storms_rate_nobody_and_their_puzzles_never_count_again() -> None:
    world = await World().begin()
    storm = await world.storms.begin(ANN)
    assert storm.puzzle
    puzzle = world.stored(storm.puzzle.board)
    assert await refused(world.puzzles.move(ANN, puzzle.id, PuzzleMove(1, "resign"))) == "puzzle_over"
    assert (await world.puzzles.view(puzzle.id, ANN.id)).solution is None
    await answer(world, storm)
    shown = await world.puzzles.view(puzzle.id, ANN.id)
    assert (shown.kind, shown.rated, shown.state) == ("storm", False, "solved")
    assert (await world.puzzles.rating(ANN)).tries == 0


async def test_a_storm_ends_when_no_puzzle_is_left() -> None:
    world = await World().begin(2)
    storm = await answer(world, await answer(world, await world.storms.begin(ANN)))
    assert (storm.over, storm.solved, storm.puzzle) == (True, 2, None)


async def test_the_leaderboard_has_the_best_storm_of_each_player_once_it_is_over_and_no_program() -> None:
    world = await World().begin()
    storm = await answer(world, await world.storms.begin(ANN))
    scored_at = world.clock.now()
    await answer(world, storm, wrong=True)
    program = StoredPlayer(**{**_fields(BOT), "program": True})
    world.store.database.players[BOT.id] = program
    begun = await answer(world, await world.storms.begin(program), player=program)
    assert begun.solved == 1
    await world.storms.end_due()
    assert (await world.storms.board("all", ANN.id)).rows == []
    await world.clock.advance(STORM_MS)
    await world.storms.end_due()
    assert (await world.storms.board("all", BOB.id)).mine is None
    for period in ("all", "week"):
        board = await world.storms.board(period, ANN.id)
        assert [(row.rank, row.name, row.score, row.at) for row in board.rows] == [(1, "Ann", 1, scored_at)]
        assert (board.mine, board.flagged) == (board.rows[0], [])


async def test_a_storm_faster_than_hands_is_left_out_of_the_ranks() -> None:
    world = await World().begin(12)
    storm = await world.storms.begin(ANN)
    while storm.puzzle:
        for move in world.stored(storm.puzzle.board).line.split():
            await world.clock.advance(20)
            storm = await world.storms.move(ANN, storm.id, PuzzleMove(storm.n + 1, move))
    assert (storm.over, storm.solved, storm.best) == (True, 12, None)
    board = await world.storms.board("week", ANN.id)
    assert (board.rows, board.mine) == ([], None)
    assert [(row.name, row.score, row.rules[0]) for row in board.flagged] == [("Ann", 12, "faster_than_hands")]


async def test_friends_play_on_the_same_puzzles_and_see_the_standings_when_their_own_storm_is_over() -> None:
    world = await World().begin(12)
    first = await answer(world, await world.storms.begin(ANN))
    storm, met = await world.storms.join(BOB, first.id), list[str]()
    assert storm.puzzle
    assert (await world.storms.join(BOB, first.id)).id == storm.id
    sealed = await world.storms.race(first.id, BOB.id)
    assert (sealed.name, sealed.players, sealed.rows, sealed.mine) == ("Ann", 2, [], storm)
    assert (await world.storms.race(first.id, None)).rows == []
    for wrong in (False, True, False):
        assert storm.puzzle
        met.append(storm.puzzle.board)
        storm = await answer(world, storm, wrong=wrong, player=BOB)
    assert first.puzzle
    assert met[1] == first.puzzle.board
    again = await answer(world, first)
    assert again.puzzle
    assert again.puzzle.board == met[2]  # Bob came there first
    await world.clock.advance(STORM_MS)
    race = await world.storms.race(first.id, BOB.id)
    assert [(row.rank, row.name, row.score, row.failed, row.over) for row in race.rows] == [
        (1, "Ann", 2, 0, True),
        (2, "Bob", 2, 1, True),
    ]
    assert race.mine
    assert [each.state for each in race.mine.review] == ["solved", "failed", "solved", "open"]
    await world.storms.end_due()
    assert [row.name for row in (await world.storms.board("all", BOB.id)).rows] == ["Ann"]
    for unknown in ("nothing", storm.id):
        assert await refused(world.storms.join(BOB, unknown)) == "storm_not_found"
        assert await refused(world.storms.race(unknown, BOB.id)) == "storm_not_found"


async def test_a_puzzle_that_a_friend_has_tried_before_comes_all_the_same_and_changes_no_try() -> None:
    world = await World().begin()
    first = await world.storms.begin(ANN)
    assert first.puzzle
    puzzle = world.stored(first.puzzle.board)
    await world.solve(BOB, puzzle, puzzle.id)
    known = await world.store.puzzle_try(BOB.id, puzzle.id)
    storm = await answer(world, await world.storms.join(BOB, first.id), wrong=True, player=BOB)
    assert (storm.failed, storm.over) == (1, False)
    assert await world.store.puzzle_try(BOB.id, puzzle.id) == known
