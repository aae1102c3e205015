"""The legal moves of one board, and the board after one (as encoded by `gaprace.solver.encoding`)."""

from typing import NamedTuple

import numpy as np

from gaprace.rules.board import GAP, LOWEST_RANK, ROWS
from gaprace.solver.compiling import compiled, lowest_of
from gaprace.solver.encoding import CODE_BITS, CODE_MASK, CODES, RANK_BITS, SUIT, WALL, Bytes, Ints, Keys
from gaprace.solver.visited import look_ahead

MAX_MOVES_OF_GAP = 5
"""A gap takes at most four cards, the 2s; or four 3s (see `gaprace.solver.loose_ends`) and the one lower than its right
neighbour."""
MAX_MOVES = MAX_MOVES_OF_GAP * ROWS


class Survey(NamedTuple):
    """The facts of a board: written by `survey`, or the places alone by `find_places`, for one board after another."""

    places: Ints
    """The place of every card by its code, and of the four gaps by the multiples of `SUIT`."""
    run_ends: Ints
    """The place behind the locked cards of each row."""
    moves: Ints
    """The moves that `legal_moves` has found."""
    keys: Keys
    """The keys of the boards after them, by `keys_after`."""
    reaching: Ints
    """The cards that can reach each place, as sets of codes (see `gaprace.solver.lost_boards`)."""

    @classmethod
    def empty(cls) -> "Survey":
        """Return a survey of no board."""
        places, run_ends, moves, reaching = (np.zeros(size, dtype=np.intp) for size in (CODES, ROWS, MAX_MOVES, CODES))
        return cls(places, run_ends, moves, np.zeros(MAX_MOVES, dtype=np.uint64), reaching)


@compiled
def left_ends(columns: int) -> tuple[int, int, int, int]:
    """Return the places at the left ends."""
    return 1, columns + 2, 2 * columns + 3, 3 * columns + 4


@compiled
def survey(cells: Bytes, columns: int, found: Survey) -> int:
    """Record the facts of a board, and return the number of its locked cards."""
    find_places(cells, columns, found.places)
    row, locked = 0, 0
    for left_end in left_ends(columns):
        run_end, first = left_end, int(cells[left_end])
        if first & RANK_BITS == LOWEST_RANK:
            while run_end < left_end + columns and cells[run_end] == first + run_end - left_end:
                run_end += 1
        found.run_ends[row] = run_end
        row, locked = row + 1, locked + run_end - left_end
    return locked


@compiled
def find_places(cells: Bytes, columns: int, places: Ints) -> None:
    """Record the place of every card, and those of the gaps in their order.

    Every place does the same, whatever lies there: a processor that has to guess which are gaps takes twice as long.
    """
    gaps = 0
    for place in range(1, ROWS * (columns + 1)):
        card = int(cells[place])
        places[card] = place
        gaps |= int(card == GAP) << place
    for number in range(0, CODES, SUIT):
        places[number] = lowest_of(gaps)
        gaps &= gaps - 1


@compiled
def legal_moves(cells: Bytes, columns: int, right_fill: bool, locks_at_once: bool, found: Survey) -> int:  # noqa: FBT001
    """Record the legal moves of a surveyed board, and return their number.

    With `locks_at_once`, a card that can lock is the only move of its board, provided that its old place has no gap
    on the right. That often saves a search, and it can lose wins: the next higher card may have needed it there.
    """
    count = 0
    for number in range(0, CODES, SUIT):
        gap = int(found.places[number])
        left, right = int(cells[gap - 1]), int(cells[gap + 1])
        higher = left + 1 if 0 < left & RANK_BITS < columns else 0
        if left == WALL:
            for two in range(LOWEST_RANK, CODES, SUIT):
                found.moves[count] = two << 2 * CODE_BITS | found.places[two] << CODE_BITS | gap
                count += 1
        elif higher:
            move = higher << 2 * CODE_BITS | found.places[higher] << CODE_BITS | gap
            if locks_at_once and is_locked_at_once(cells, columns, higher, gap, found):
                found.moves[0] = move
                return 1
            found.moves[count] = move
            count += 1
        # At the left end, the right-neighbour fill adds nothing: only 2s may lie there.
        if right_fill and left != WALL and right & RANK_BITS > LOWEST_RANK and right - 1 != higher:
            found.moves[count] = (right - 1) << 2 * CODE_BITS | found.places[right - 1] << CODE_BITS | gap
            count += 1
    return count


@compiled
def is_locked_at_once(cells: Bytes, columns: int, card: int, gap: int, found: Survey) -> bool:
    """Whether a card locks in a gap and its old place has no gap on the right, which would be dead then."""
    is_end = (
        gap == found.run_ends[0] or gap == found.run_ends[1] or gap == found.run_ends[2] or gap == found.run_ends[3]
    )
    return is_end and (card & RANK_BITS == columns or int(cells[found.places[card] + 1]) & RANK_BITS != 0)


@compiled
def is_won(columns: int, locked: int) -> bool:
    """Whether a board with this many locked cards is won."""
    return locked == ROWS * (columns - 1)


@compiled
def make_move(cells: Bytes, move: int) -> None:
    """Make a move on a board."""
    cells[move & CODE_MASK] = move >> 2 * CODE_BITS
    cells[move >> CODE_BITS & CODE_MASK] = 0


@compiled
def take_back(cells: Bytes, move: int) -> None:
    """Take a move back on a board."""
    cells[move >> CODE_BITS & CODE_MASK] = move >> 2 * CODE_BITS
    cells[move & CODE_MASK] = 0


@compiled
def write_after(before: Bytes, move: int, after: Bytes) -> None:
    """Write the board after a move."""
    for place in range(CODES):
        after[place] = before[place]
    make_move(after, move)


@compiled
def key_after(key: np.uint64, move: int, zobrist: Keys) -> np.uint64:
    """Return the key of the board after a move, from the key of the board before it."""
    card = move >> 2 * CODE_BITS << CODE_BITS
    after: np.uint64 = key - zobrist[card | move >> CODE_BITS & CODE_MASK] + zobrist[card | move & CODE_MASK]
    return after


@compiled
def keys_after(key: np.uint64, moves: int, zobrist: Keys, visited: Keys, found: Survey) -> None:
    """Record the keys of the boards after the moves that were found, which will be looked up in `visited`."""
    for number in range(moves):
        found.keys[number] = key_after(key, found.moves[number], zobrist)
        look_ahead(visited, found.keys[number])
