"""Tries are refereed by the server, and answers come after them."""

import pytest

from gaprace.errors import Refusal
from gaprace.ports import StoredMistake, StoredPlayer, StoredPuzzle
from gaprace.study.puzzles import Puzzles
from gaprace.wire import encode
from gaprace.wire.http import PuzzleMove
from tests.memory_store import MemoryDatabase, MemoryStore
from tests.puzzles import add_puzzles, long_puzzle, wrong_move
from tests.refusals import code_of
from tests.rooms.stage import ManualClock
from tests.store.material import a_player

ANN, BOB = a_player("ann", "Ann"), a_player("bob", "Bob")


class World:
    """Two processes on one database, with puzzles and players."""

    def __init__(self) -> None:
        self.clock, database = ManualClock(), MemoryDatabase()
        self.store = MemoryStore(database)
        self.puzzles, self.others = Puzzles(self.store, self.clock), Puzzles(MemoryStore(database), self.clock)
        self.known: list[StoredPuzzle] = []

    async def solve(self, player: StoredPlayer, puzzle: StoredPuzzle) -> None:
        for n, move in enumerate(puzzle.line.split(), 1):
            await self.puzzles.move(player, puzzle.id, PuzzleMove(n, move))


@pytest.fixture
async def world() -> World:
    world = World()
    for player in (ANN, BOB):
        await world.store.add_player(player)
    world.known = await add_puzzles(world.store, 10)
    return world


async def test_the_next_puzzle_stays_until_its_try_has_ended_and_does_not_show_its_answer(world: World) -> None:
    shown = await world.puzzles.next(ANN.id)
    assert (shown.id, shown.state, shown.own) == (world.known[0].id, "open", False)
    assert await world.others.next(BOB.id) == await world.puzzles.next(None) == shown
    sent = encode(shown).decode()
    assert not [move for move in world.known[0].line.split() if move in sent]
    assert (shown.solution, shown.tries) == (None, None)
    with pytest.raises(Refusal):
        await world.puzzles.move(ANN, shown.id, PuzzleMove(1, "nonsense"))
    assert (await world.puzzles.next(ANN.id)).id == shown.id


async def test_a_solved_puzzle_shows_its_answer_and_leads_to_the_next(world: World) -> None:
    puzzle = world.known[0]
    await world.solve(ANN, puzzle)
    shown = await world.puzzles.view(puzzle.id, ANN.id)
    assert (shown.state, shown.found, shown.tries) == ("solved", puzzle.line.split(), 1)
    assert (shown.solution.line, shown.solution.wrong) == (puzzle.line.split(), None)
    assert (await world.puzzles.next(ANN.id)).id == world.known[1].id
    assert (await world.puzzles.next(BOB.id)).id == puzzle.id


async def test_a_wrong_move_ends_a_try_with_its_refutation(world: World) -> None:
    puzzle = world.known[0]
    shown = await world.puzzles.move(ANN, puzzle.id, PuzzleMove(1, wrong_move(puzzle)))
    assert shown.state == "failed"
    assert shown.solution.wrong == wrong_move(puzzle)
    assert shown.solution.refutation_boards
    again = PuzzleMove(1, puzzle.line.split()[0])
    assert await code_of(world.puzzles.move(ANN, puzzle.id, again)) == "puzzle_over"


async def test_a_move_that_is_sent_again_is_answered_again_and_no_other_number_is_taken(world: World) -> None:
    puzzle = long_puzzle(world.known)
    first, second = puzzle.line.split()[:2]
    shown = await world.puzzles.move(ANN, puzzle.id, PuzzleMove(1, first))
    assert (shown.state, shown.found) == ("open", [first])
    assert await world.others.move(ANN, puzzle.id, PuzzleMove(1, first)) == shown
    assert await code_of(world.puzzles.move(ANN, puzzle.id, PuzzleMove(3, second))) == "wrong_number"
    assert await code_of(world.puzzles.move(ANN, puzzle.id, PuzzleMove(1, second))) == "wrong_number"
    assert await code_of(world.puzzles.move(ANN, puzzle.id, PuzzleMove(2, "KS@0"))) == "illegal_move"
    assert await code_of(world.puzzles.move(ANN, "nothing", PuzzleMove(1, first))) == "puzzle_not_found"
    failed = await world.puzzles.move(ANN, puzzle.id, PuzzleMove(2, wrong_move(puzzle, 1)))
    assert await world.puzzles.move(ANN, puzzle.id, PuzzleMove(2, wrong_move(puzzle, 1))) == failed


async def test_a_puzzle_from_an_own_game_is_marked_and_is_not_the_next(world: World) -> None:
    own, other = world.known[:2]
    await world.store.add_mistakes("game", [StoredMistake(ANN.id, own.id, "game", 5, wrong_move(own))])
    assert (await world.puzzles.view(own.id, ANN.id)).own
    assert not (await world.puzzles.view(own.id, BOB.id)).own
    assert (await world.puzzles.next(ANN.id)).id == other.id


async def test_the_puzzle_of_the_day_is_the_same_for_everyone(world: World) -> None:
    shown = await world.puzzles.daily(None)
    assert await world.others.daily(BOB.id) == shown
    assert (shown.state, shown.solution) == ("open", None)
    assert shown.date
    await world.solve(ANN, world.known[0])
    mine = await world.puzzles.daily(ANN.id)
    assert (mine.id, mine.state, mine.tries) == (shown.id, "solved", 1)
    assert (await world.puzzles.daily(BOB.id)).solution is None
    await world.clock.advance(24 * 60 * 60 * 1000)
    assert (await world.puzzles.daily(ANN.id)).id != shown.id


async def test_the_puzzle_of_the_day_is_that_of_the_own_date(world: World) -> None:
    in_london, in_kiribati = [await world.puzzles.daily(None, zone) for zone in ("", "Pacific/Kiritimati")]
    assert in_kiribati.date > in_london.date
    assert in_kiribati.id != in_london.id
    await world.clock.advance(24 * 60 * 60 * 1000)
    assert await world.puzzles.daily(None) == in_kiribati
    assert (await world.puzzles.view(in_london.id, BOB.id)).date == in_london.date


async def test_without_any_puzzle_there_is_a_clear_answer() -> None:
    puzzles = World().puzzles
    assert await code_of(puzzles.next(ANN.id)) == "no_puzzle"
    assert await code_of(puzzles.daily(None)) == "no_puzzle"
