"""Left ends whose 2s can change places: boards that differ in nothing else are one to an enumeration.

As long as some left end is open, the 2 of another one can move there, and back again. So the 2s at the left ends can be
brought into any arrangement, and from all of these the same can be reached. Such left ends are *loose*: it does not
matter which of them has which 2, and which is open.

When a 2 fills the last open end, they stay loose. They could have been arranged in any way before that, and nothing
depends on it until a 3 moves behind one of them. This *settles* the end: it has had the 2 of that suit all the time. If
only one loose end is left, it has the only loose 2, and is settled too. If a card leaves a left end, this is open, and
all left ends with 2s are loose again.

So no move leads from one left end to another; and behind a loose end, a gap takes the 3 of every loose 2.

A board is one arrangement of its loose ends. Where a move needs another one, the 2s are exchanged. In the game they
have to be moved, before the last open end is filled: `arranged` has the line that does so.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from gaprace.rules.board import GAP, LOWEST_RANK, Board, Card, Move, Slot, rank_of
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODE_BITS, CODE_MASK, CODES, RANK_BITS, SUIT, WALL, Bytes, Ints
from gaprace.solver.gain import Terms, gain, gain_of_exchange
from gaprace.solver.moves import Survey, is_locked_at_once, key_after, left_ends, make_move, take_back

NO_END = 0
"""Instead of the place of a left end: it is that of a wall."""


@compiled
def loose_ends(cells: Bytes, columns: int, unsettled: int) -> int:
    """Return the loose ends of a board, as a set of places (bit n is place n).

    `unsettled` are those that were loose before the last move and that it has not settled.
    """
    is_open, ends = False, 0
    for end in left_ends(columns):
        if cells[end] & RANK_BITS == LOWEST_RANK or cells[end] == GAP:
            ends |= 1 << end
        is_open = is_open or cells[end] == GAP
    if is_open:
        return ends
    return unsettled if unsettled & unsettled - 1 else 0


@compiled
def key_of_ends(cells: Bytes, terms: Terms, loose: int) -> np.uint64:
    """Return the part of a board's key that is due to its left ends, the same for all arrangements of loose ones."""
    key = np.uint64(0)
    for end in left_ends(terms.columns):
        if loose >> end & 1:
            key += terms.zobrist[WALL << CODE_BITS | end]
        elif cells[end] != GAP:
            key += terms.zobrist[int(cells[end]) << CODE_BITS | end]
    return key


@compiled
def key_of_all(cells: Bytes, terms: Terms, loose: int) -> np.uint64:
    """Return the key of all arrangements of a board."""
    key = key_of_ends(cells, terms, loose)
    for place in range(1, CODES):
        if cells[place] & RANK_BITS >= LOWEST_RANK and cells[place - 1] != WALL:
            key += terms.zobrist[int(cells[place]) << CODE_BITS | place]
    return key


@compiled
def choices_of(cells: Bytes, terms: Terms, loose: int, gap: int, places: Ints, moves: Ints) -> int:  # noqa: PLR0913, PLR0917  # a compiled loop takes plain arrays
    """Record the moves into a gap, from a board and from all other arrangements of its loose ends.

    Return their number. A 2 does not move from one left end to another.
    """
    count = 0
    left, right = int(cells[gap - 1]), int(cells[gap + 1])
    if left == WALL:
        for two in range(LOWEST_RANK, CODES, SUIT):
            if cells[places[two] - 1] != WALL:
                count = _record(two, gap, count, places, moves)
    elif loose >> gap - 1 & 1 and terms.columns > LOWEST_RANK:
        for three in range(LOWEST_RANK + 1, CODES, SUIT):
            if loose >> places[three - 1] & 1:
                count = _record(three, gap, count, places, moves)
    elif 0 < left & RANK_BITS < terms.columns:
        count = _record(left + 1, gap, count, places, moves)
    # At the left end, the right-neighbour fill adds nothing: only 2s may lie there.
    if terms.right_fill and left != WALL and right & RANK_BITS > LOWEST_RANK and right != left + 2:
        count = _record(right - 1, gap, count, places, moves)
    return count


@compiled
def _record(card: int, gap: int, count: int, places: Ints, moves: Ints) -> int:
    moves[count] = card << 2 * CODE_BITS | places[card] << CODE_BITS | gap
    return count + 1


@compiled
def locking_move(cells: Bytes, columns: int, loose: int, found: Survey) -> int:
    """Record a move that locks a card, if there is one to be made at once as by `legal_moves`; return how many.

    Behind a loose end, there is a choice of 3s: none of them is made at once.
    """
    for number in range(0, CODES, SUIT):
        gap = int(found.places[number])
        left = int(cells[gap - 1])
        is_behind_card = left != WALL and 0 < left & RANK_BITS < columns and not loose >> gap - 1 & 1
        if is_behind_card and is_locked_at_once(cells, columns, left + 1, gap, found):
            return _record(left + 1, gap, 0, found.places, found.moves)
    return 0


@compiled
def needs_no_end(cells: Bytes, move: int) -> bool:
    """Whether a move does nothing to the left ends: it is neither that of a 2 or 3, nor does it begin at one."""
    return move >> 2 * CODE_BITS & RANK_BITS > LOWEST_RANK + 1 and cells[(move >> CODE_BITS & CODE_MASK) - 1] != WALL


@compiled
def key_arranged(cells: Bytes, terms: Terms, key: np.uint64, ends: np.uint64, move: int, loose: int) -> np.uint64:  # noqa: PLR0913, PLR0917  # as above
    """Return the key of the board after `make_arranged`; `ends` is the part of the key that is due to its left ends."""
    if needs_no_end(cells, move):
        return key_after(key, move, terms.zobrist)
    next_loose, exchanged = make_arranged(cells, terms, loose, move)
    key = key - ends + key_of_ends(cells, terms, next_loose)
    take_back_arranged(cells, move, exchanged)
    card, source, target = move >> 2 * CODE_BITS << CODE_BITS, move >> CODE_BITS & CODE_MASK, move & CODE_MASK
    if cells[source - 1] != WALL:
        key -= terms.zobrist[card | source]
    if cells[target - 1] != WALL:
        key += terms.zobrist[card | target]
    return key


@compiled
def end_of_two(cells: Bytes, terms: Terms, loose: int, move: int) -> int:
    """Return the left end with the 2 that has to be before a 3, if a move settles an end; otherwise `NO_END`.

    A 3 that moves behind a loose end settles it, unless it fits there by its right neighbour.
    """
    card, end = move >> 2 * CODE_BITS, (move & CODE_MASK) - 1
    fits_anyway = terms.right_fill and cells[end + 2] == card + 1
    if card & RANK_BITS == LOWEST_RANK + 1 and loose >> end & 1 and not fits_anyway:
        for other in left_ends(terms.columns):
            if cells[other] == card - 1:
                return other
    return NO_END


@compiled
def make_arranged(cells: Bytes, terms: Terms, loose: int, move: int) -> tuple[int, int]:
    """Make a move of `choices_of`, after an exchange where it settles an end.

    Return the loose ends after it, and the end with which the one before its target has exchanged its 2, or `NO_END`.
    """
    end, two_at = (move & CODE_MASK) - 1, end_of_two(cells, terms, loose, move)
    exchange(cells, end, two_at)
    make_move(cells, move)
    unsettled = loose if two_at == NO_END else loose & ~(1 << end)
    return loose_ends(cells, terms.columns, unsettled), two_at


@compiled
def take_back_arranged(cells: Bytes, move: int, exchanged: int) -> None:
    """Take back a move that `make_arranged` has made."""
    take_back(cells, move)
    exchange(cells, (move & CODE_MASK) - 1, exchanged)


@compiled
def exchange(cells: Bytes, end: int, other: int) -> None:
    """Exchange what lies at two left ends, unless the other is `NO_END`."""
    if other != NO_END:
        cells[end], cells[other] = cells[other], cells[end]


@compiled
def gain_arranged(cells: Bytes, terms: Terms, loose: int, places: Ints, move: int) -> int:
    """Return the change of value that `make_arranged` makes to a surveyed board."""
    two, end = (move >> 2 * CODE_BITS) - 1, (move & CODE_MASK) - 1
    two_at = NO_END if needs_no_end(cells, move) else end_of_two(cells, terms, loose, move)
    if two_at in (NO_END, end):
        return gain(cells, terms, places, move)
    change = gain_of_exchange(cells, terms, places, end, two_at)
    exchange(cells, end, two_at)
    places[two] = end
    change += gain(cells, terms, places, move)
    exchange(cells, end, two_at)
    places[two] = two_at
    return change


@compiled
def is_won_arranged(cells: Bytes, columns: int, loose: int) -> bool:
    """Whether a board is won in some arrangement of its loose ends."""
    for end in left_ends(columns):
        if cells[end] == GAP:
            return False
        is_any_two = loose >> end & 1 and columns > LOWEST_RANK
        two = int(cells[end + 1]) - 1 if is_any_two else int(cells[end])
        if two & RANK_BITS != LOWEST_RANK:
            return False
        for place in range(end + 1, end + columns - 1):
            if cells[place] != two + place - end:
                return False
    return True


def arranged(board: Board, line: Sequence[Move], *, right_fill: bool = False) -> list[Move]:
    """Return a line through arrangements of loose ends as the moves that the game needs.

    Raises IllegalAction `illegal_move`. The line is none of `choices_of`.
    """
    moves: list[Move] = []
    for number, (card, to) in enumerate(line):
        if _open_ends(board):
            twos = _twos_needed(board, line, number, right_fill=right_fill)
            for move in _arranging(board, twos, card):
                board = board.after(move, right_fill=right_fill)
                moves.append(move)
            if to % board.columns == 0:
                own = [end for end, two in twos.items() if two == card]
                to = (own or _open_ends(board))[0]  # noqa: PLW2901
        board = board.after(Move(card, to), right_fill=right_fill)
        moves.append(Move(card, to))
    return moves


def _open_ends(board: Board) -> list[Slot]:
    return [end for end in range(0, len(board.cells), board.columns) if board.cells[end] == GAP]


def _twos_needed(board: Board, line: Sequence[Move], first: int, *, right_fill: bool) -> dict[Slot, Card]:
    """Return the 2s that left ends need from the move `first` on, until they can be arranged again: an end is open."""
    needed: dict[Slot, Card] = {}
    for number in range(first, len(line)):
        card, to = line[number]
        is_behind_end = rank_of(card) == LOWEST_RANK + 1 and to % board.columns == 1
        if is_behind_end and not (right_fill and board.cells[to + 1] == card + 1):
            needed.setdefault(to - 1, card - 1)
        board = _moved(board, card, _open_ends(board)[0] if to % board.columns == 0 else to)
        if _open_ends(board):
            return needed
    rows = range(0, len(board.cells), board.columns)
    return {end: board.cells[end + 1] - 1 for end in rows if board.columns > LOWEST_RANK} | needed


def _moved(board: Board, card: Card, to: Slot) -> Board:
    """Return the board after a move that need not be legal in this arrangement."""
    cells = bytearray(board.cells)
    cells[cells.index(card)], cells[to] = GAP, card
    return Board(bytes(cells), board.columns)


def _arranging(board: Board, needed: Mapping[Slot, Card], entering: Card) -> Iterator[Move]:
    """Yield the moves that bring 2s to the left ends that need them; the end that needs `entering` is open then."""
    for end, two in sorted(needed.items(), key=lambda need: need[1] == entering):
        if board.cells[end] not in {two, GAP}:
            aside = Move(board.cells[end], _open_ends(board)[0])
            board = _moved(board, *aside)
            yield aside
        if two not in {board.cells[end], entering}:
            board = _moved(board, two, end)
            yield Move(two, end)
