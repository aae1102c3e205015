"""Tries are refereed by the server, answers come after them, and nobody is rated twice by one puzzle."""

from collections.abc import Sequence

import pytest

from gaprace.errors import PuzzleError
from gaprace.play.puzzles import MIN_TEACHING_TRIES
from gaprace.ports import StoredMistake, StoredPlayer, StoredPuzzle
from gaprace.services.puzzles import NEXT, Puzzles
from gaprace.wire import encode
from gaprace.wire.http import PuzzleMove
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
