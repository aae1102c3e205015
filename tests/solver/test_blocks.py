"""Blocks: the steps between their first boards, and the chains of moves that they consist of."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from gaprace.rules.actions import action_text
from gaprace.rules.board import ROWS, Board, parse_board
from gaprace.solver.blocks import MAX_STEPS, Steps, find_steps, make_step
from gaprace.solver.chains import find_chains, interfere
from gaprace.solver.encoding import Bytes, encoding_of
from gaprace.solver.gain import terms_of
from gaprace.solver.loose_ends import key_of_all, loose_ends
from gaprace.solver.moves import Survey, find_places
from gaprace.solver.tables import evaluation_for
from gaprace.solver.visited import VisitedSet
from tests.solver.small_boards import evaluation, random_board, reachable, with_placed_twos

RULES = [pytest.param(False, id="left fills"), pytest.param(True, id="right-neighbour fill")]
NO_VISITED = VisitedSet().table


class Made(NamedTuple):
    """A board after a step, and what the searches know of it."""

    cells: Bytes
    loose: int
    key: np.uint64
    moves: list[int]
    gained: int
    expected: int
    """What the step was thought to gain."""


def steps_from(cells: Bytes, columns: int, loose: int, *, right_fill: bool) -> Iterator[Made]:
    terms = terms_of(evaluation_for(13) if columns == 13 else evaluation(columns), right_fill=right_fill)
    found, steps, key = Survey.empty(), Steps.empty(), np.uint64(key_of_all(cells, terms, loose))
    find_places(cells, columns, found.places)
    count = find_steps(cells, terms, loose, key, found, NO_VISITED, steps)
    assert count <= MAX_STEPS
    for number in range(count):
        after, step = cells.copy(), steps.steps[number]
        made, next_loose, _, gained = make_step(after, terms, loose, step, found.places, steps.moves)
        moves = [int(move) for move in steps.moves[:made]]
        yield Made(after, next_loose, steps.keys[number], moves, gained, int(steps.gains[number]))


def start(board: Board) -> tuple[Bytes, int]:
    cells = encoding_of(board.columns).encode(board)
    return cells, loose_ends(cells, board.columns, 0)


@pytest.mark.parametrize("right_fill", RULES)
@pytest.mark.parametrize("columns", [4, 13])
def test_the_key_of_a_step_is_that_of_the_board_after_its_moves(columns: int, right_fill: bool) -> None:
    random, counts = Random(f"steps {columns}"), set[int]()
    for _ in range(60):
        board = random_board(random, columns)
        cells, loose = start(board)
        for each in steps_from(cells, columns, loose, right_fill=right_fill):
            assert each.key == np.uint64(key_of_all(each.cells, terms_of(evaluation(columns)), each.loose)), board.text
            counts.add(len(each.moves))
    assert {1, 2, 3} <= counts


@pytest.mark.parametrize("right_fill", RULES)
def test_a_step_gains_what_the_values_differ_in(right_fill: bool) -> None:
    random, judge, exact, all_steps = Random("gains of steps"), evaluation_for(13), 0, 0
    for _ in range(60):
        cells, loose = start(random_board(random, 13))
        for each in steps_from(cells, 13, loose, right_fill=right_fill):
            assert each.gained == int(np.subtract(*judge.values(np.stack([each.cells, cells]))))
            exact, all_steps = exact + (each.gained == each.expected), all_steps + 1
    assert 0.7 * all_steps < exact < all_steps, "the sum of two chains' gains is an approximation, and a good one"


def block(cells: Bytes, columns: int, loose: int, *, right_fill: bool) -> Iterator[Bytes]:
    """Yield the boards of a block: the gaps make moves of their chains that do not interfere, each for itself."""
    terms, places = terms_of(evaluation(columns), right_fill=right_fill), Survey.empty().places
    chains = Steps.empty().chains
    find_places(cells, columns, places)
    find_chains(cells, terms, loose, places, chains)
    for counts in np.ndindex(*(int(length) + 1 for length in chains.lengths)):
        pairs = [
            (first, move, second, other)
            for second in range(ROWS)
            for first in range(second)
            for move in range(1, counts[first] + 1)
            for other in range(1, counts[second] + 1)
        ]
        if not any(interfere(chains, *pair) for pair in pairs):
            after = cells.copy()
            for number, count in enumerate(counts):
                for move in chains.moves[number, 1 : count + 1]:
                    after[move & 63], after[move >> 6 & 63] = move >> 12, 0
            yield after


def test_the_blocks_that_steps_lead_to_have_all_boards_that_moves_can_reach_and_no_other() -> None:
    """Boards with all 2s at the left ends, where they stay, so that no arrangement stands for another one."""
    random, all_boards, all_blocks = Random("all blocks"), 0, 0
    for _ in range(60):
        board = with_placed_twos(random_board(random, 4))
        boards, met, waiting = set[bytes](), set[np.uint64](), [start(board)]
        while waiting:
            cells, loose = waiting.pop()
            assert not loose
            all_blocks += 1
            boards |= {each.tobytes() for each in block(cells, 4, loose, right_fill=False)}
            for each in steps_from(cells, 4, loose, right_fill=False):
                if each.key not in met:
                    met.add(each.key)
                    waiting.append((each.cells, each.loose))
        assert boards == {start(each)[0].tobytes() for each in reachable(board, until_won=False)}, board.text
        all_boards += len(boards)
    assert all_blocks < all_boards


def test_steps_lead_to_where_moves_interfere() -> None:
    """Three gaps have a chain of one move each, of 3C, 3D and 4S; the last one waits for what follows 4S.

    When 3D and 4S have moved, the gap that 4S has left stands behind 3D and takes what follows it. 3C has nothing to do
    with all this.
    """
    board = parse_board("2C--4H3D/2D--4S3H/2H4D3C4C/2S3S----", 4)
    cells, loose = start(board)
    made = [each.moves for each in steps_from(cells, 4, loose, right_fill=False)]
    moved = [[action_text(encoding_of(4).move(move)) for move in moves] for moves in made]
    assert sorted(moved) == [["3D@5", "4S@14"], ["4S@14"]]
