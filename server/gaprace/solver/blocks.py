"""Blocks: the boards that are reached while each gap makes the moves of its chain, whatever the others do.

Moves that do not interfere can be made in any order, and those of different gaps mostly do not. If the chains of the
gaps (`gaprace.solver.chains`) have 3, 2, 2 and 1 moves, then 4 * 3 * 3 * 2 = 72 boards differ only in how many of them
are made. Such a *block* need not be searched board by board. The searches look into its first board, and go on by
*steps* to the boards at which something else can happen:

- A choice: one gap makes all moves of its chain, and then one of the choices at the end.
- A meeting: two moves of different gaps interfere, since one of them changes what the other one reads. One gap makes
  its moves up to its one, and the other gap those before its one, and the other way round. The reading of a gap at the
  end of its chain counts as a move here, as it may make another one then.

Steps lead to every win. Take any line of moves that wins, and in it the first move that is a choice, or that interferes
with an earlier one of another gap. A choice that interferes with none could have been made right after its chain.
Otherwise, let the two gaps make their moves first: the one up to its earliest move that interferes, the other one those
before. In either case the line begins with a step now, and what is left of it leads to the same board, since all moves
of different gaps up to there can change places. This is repeated until no such move is left. All gaps then make the
moves of their chains to the end, for nothing can move on a won board; none of them interferes with another gap's, and
there is no choice. So a win is a board without steps that is won when all chains are made.

A meeting is left out if earlier moves of the same two gaps interfere: the line has a step for these first.

This is block search, which was invented for this game (Helmstetter and Cazenave, "Searching with analysis of
dependencies in a solitaire card game", 2004). Moves are compared by what they read and write, as in partial-order
reduction (Godefroid, "Partial-order methods for the verification of concurrent systems", 1996).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gaprace.rules.board import ROWS, Board, Move
from gaprace.solver.chains import MAX_MOVES_OF_CHAIN, NO_MOVE, Chains, chain_move, find_chains, interfere
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODE_BITS, CODE_MASK, SUIT, Bytes, Ints, Keys
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.gain import Terms, gain, terms_of
from gaprace.solver.loose_ends import (
    NO_END,
    arranged,
    gain_arranged,
    is_won_arranged,
    key_arranged,
    key_of_ends,
    locking_move,
    loose_ends,
    make_arranged,
)
from gaprace.solver.moves import MAX_MOVES_OF_GAP, Survey, find_places, make_move, take_back
from gaprace.solver.queue import Indices
from gaprace.solver.visited import look_ahead

MAX_MOVES_OF_STEP = 2 * MAX_MOVES_OF_CHAIN + 1
MAX_MOVES_AT_END = ROWS * MAX_MOVES_OF_CHAIN
"""Moves of all chains of a board."""
MAX_STEPS = 6 * (2 * MAX_MOVES_OF_CHAIN + 2 * MAX_MOVES_OF_GAP) + ROWS * MAX_MOVES_OF_GAP
"""Steps from one board at most: of each pair of gaps, two for each move of a chain, and one for each choice."""
STEPS_OF_BOARD = 4
"""Room that searches make for the steps from a board: on average, two or three lead to a new board."""
COUNT_BITS, NUMBER_BITS = 4, 2
"""A step is one number: from below, the number of a gap and the moves of its chain that it makes, the same of another
gap, and the move that is chosen then, or `NO_MOVE`."""
PART_BITS = COUNT_BITS + NUMBER_BITS


class Steps(NamedTuple):
    """The steps from a board, and the chains by which they are found."""

    chains: Chains
    steps: Ints
    keys: Keys
    """The key of the board after each."""
    gains: Ints
    """The change of the value by each. The sum of two chains' gains is an approximation (see `make_step`)."""
    moves: Ints
    """The moves of the step that was made last."""

    @classmethod
    def empty(cls) -> "Steps":
        """Return the steps from no board."""
        steps, gains = (np.zeros(MAX_STEPS, dtype=np.intp) for _ in range(2))
        moves = np.zeros(MAX_MOVES_OF_STEP, dtype=np.intp)
        return cls(Chains.empty(), steps, np.zeros(MAX_STEPS, dtype=np.uint64), gains, moves)


@compiled
def find_steps(  # noqa: PLR0913, PLR0917  # a compiled loop takes plain arrays
    cells: Bytes, terms: Terms, loose: int, key: np.uint64, found: Survey, visited: Keys, steps: Steps
) -> int:
    """Record the steps from a board whose places are found, and return their number."""
    chains, count = steps.chains, int(np.intp(0))  # with a literal 0, `_meet` would be compiled twice
    find_chains(cells, terms, loose, found.places, chains)
    for first in range(ROWS):
        length = chains.lengths[first]
        for choice in range(length + 1, length + 1 + chains.choices[first]):
            step = chains.moves[first, choice] << 2 * PART_BITS | length << NUMBER_BITS | first
            next_key = key + chains.keys[first, choice]
            count = _record(step, next_key, chains.gains[first, choice], count, visited, steps)
        for second in range(first + 1, ROWS):
            if chains.touched[first] & chains.touched[second]:
                count = _meet(chains, first, second, key, count, visited, steps)
    return count


@compiled
def _meet(  # noqa: PLR0913, PLR0917  # as above
    chains: Chains, first: int, second: int, key: np.uint64, count: int, visited: Keys, steps: Steps
) -> int:
    """Record the steps to where moves of two gaps interfere, behind `count` others; return the number of all.

    `moves` is the number of the first gap's moves of which none interferes with those of the second one so far.
    """
    moves, length, others = chains.lengths[first], chains.lengths[first], chains.lengths[second]
    met_by = others + 1  # the first move of the second gap that interferes with any
    for other in range(1, others + 1):
        move = _interfering(chains, first, moves, second, other)
        if move:
            count = _record_meeting(chains, first, move, second, other - 1, key, count, visited, steps)
            count = _record_meeting(chains, first, move - 1, second, other, key, count, visited, steps)
            moves, met_by = move - 1, min(met_by, other)
    for other in range(others + 1, others + 1 + max(1, chains.choices[second])):
        move = _interfering(chains, first, moves, second, other)
        if move:
            count = _record_meeting(chains, first, move, second, others, key, count, visited, steps)
    for move in range(length + 1, length + 1 + max(1, chains.choices[first])):
        other = _interfering(chains, second, met_by - 1, first, move)
        if other:
            count = _record_meeting(chains, first, length, second, other, key, count, visited, steps)
    return count


@compiled
def _interfering(chains: Chains, gap: int, moves: int, other_gap: int, move: int) -> int:
    """Return which of the first moves of a gap is the first to interfere with one of another gap, or 0."""
    for number in range(1, moves + 1):
        if interfere(chains, gap, number, other_gap, move):
            return number
    return 0


@compiled
def _record_meeting(  # noqa: PLR0913, PLR0917  # as above
    chains: Chains,
    first: int,
    moves: int,
    second: int,
    others: int,
    key: np.uint64,
    count: int,
    visited: Keys,
    steps: Steps,
) -> int:
    step = (others << NUMBER_BITS | second) << PART_BITS | moves << NUMBER_BITS | first
    next_key = key + chains.keys[first, moves] + chains.keys[second, others]
    gained = chains.gains[first, moves] + chains.gains[second, others]
    return _record(step, next_key, gained, count, visited, steps)


@compiled
def _record(step: int, key: np.uint64, gained: int, count: int, visited: Keys, steps: Steps) -> int:  # noqa: PLR0913, PLR0917  # as above
    steps.steps[count], steps.keys[count], steps.gains[count] = step, key, gained
    look_ahead(visited, key)
    return count + 1


@compiled
def find_locking_step(cells: Bytes, terms: Terms, loose: int, key: np.uint64, found: Survey, steps: Steps) -> int:  # noqa: PLR0913, PLR0917  # as above
    """Record the step that locks a card at once, on a surveyed board; return how many there are, none or one."""
    count = locking_move(cells, terms.columns, loose, found)
    if count:
        move, ends = found.moves[0], key_of_ends(cells, terms, loose)
        steps.steps[0] = move << 2 * PART_BITS
        steps.keys[0] = key_arranged(cells, terms, key, ends, move, loose)
        steps.gains[0] = gain_arranged(cells, terms, loose, found.places, move)
    return count


@compiled
def make_step(  # noqa: PLR0913, PLR0917  # as above
    cells: Bytes, terms: Terms, loose: int, step: int, places: Ints, moves: Ints
) -> tuple[int, int, int, int]:
    """Make a step, and record its moves and the places of the board before the last one.

    Return the number of moves, the loose ends after them, the end with which the last one has exchanged a 2 (see
    `make_arranged`), and what the value has gained.
    """
    count, gained = 0, 0
    find_places(cells, terms.columns, places)
    for part in range(2):
        half = int(step) >> part * PART_BITS
        gap = int(places[(half & (1 << NUMBER_BITS) - 1) * SUIT])
        for _ in range(half >> NUMBER_BITS & (1 << COUNT_BITS) - 1):
            move = chain_move(cells, terms, loose, gap, places)
            gained += gain(cells, terms, places, move)
            make_move(cells, move)
            places[move >> 2 * CODE_BITS] = gap
            gap = move >> CODE_BITS & CODE_MASK
            moves[count] = move
            count += 1
    chosen = int(step) >> 2 * PART_BITS
    if chosen == NO_MOVE:
        return count, loose, NO_END, gained
    gained += gain_arranged(cells, terms, loose, places, chosen)
    moves[count] = chosen
    loose, exchanged = make_arranged(cells, terms, loose, chosen)
    return count + 1, loose, exchanged, gained


@compiled
def is_won_at_end(cells: Bytes, columns: int, loose: int, chains: Chains) -> bool:
    """Whether a board without steps is won when all gaps have made the moves of their chains."""
    for number in range(ROWS):
        for move in range(1, chains.lengths[number] + 1):
            make_move(cells, chains.moves[number, move])
    is_won = is_won_arranged(cells, columns, loose)
    for number in range(ROWS):
        for back in range(chains.lengths[number]):
            take_back(cells, chains.moves[number, chains.lengths[number] - back])
    return is_won


@compiled
def record_all(chains: Chains, moves: Ints, count: int) -> int:
    """Record the moves of all chains behind `count` others; return the number of all."""
    for number in range(ROWS):
        for move in range(1, chains.lengths[number] + 1):
            moves[count] = chains.moves[number, move]
            count += 1
    return count


def moves_along(board: Board, steps: Sequence[int], evaluation: Evaluation, *, right_fill: bool) -> list[Move]:
    """Return the moves of a line of steps that wins, with those of all chains at its end, as the game needs them."""
    encoding = evaluation.encoding
    moves = np.zeros(len(steps) * MAX_MOVES_OF_STEP + MAX_MOVES_AT_END, dtype=np.intp)
    count = record_moves(
        encoding.encode(board),
        terms_of(evaluation, right_fill=right_fill),
        np.array(steps, dtype=np.int32),
        Survey.empty(),
        Steps.empty(),
        moves,
    )
    return arranged(board, [encoding.move(int(move)) for move in moves[:count]], right_fill=right_fill)


@compiled
def record_moves(cells: Bytes, terms: Terms, line: Indices, found: Survey, steps: Steps, moves: Ints) -> int:  # noqa: PLR0913, PLR0917  # as above
    """Make a line of steps, and record its moves and, if the last board has no steps, those of all chains.

    Return their number.
    """
    count, loose, no_key = int(np.intp(0)), loose_ends(cells, terms.columns, 0), np.uint64(0)
    for step in line:
        made, loose, _, _ = make_step(cells, terms, loose, step, found.places, moves[count:])
        count += made
    find_places(cells, terms.columns, found.places)
    if find_steps(cells, terms, loose, no_key, found, terms.zobrist, steps):
        return count
    return record_all(steps.chains, moves, count)
