"""Lines: moves in a row. Their last board, whether they win, and a shorter one that wins, too."""

from collections.abc import Iterable, Sequence

from gaprace.errors import IllegalAction
from gaprace.rules.board import Board, Move

Line = tuple[Move, ...]


def replayed(board: Board, line: Iterable[Move], *, right_fill: bool = False) -> Board:
    """Return the board after some moves. Raises IllegalAction `illegal_move`."""
    for move in line:
        board = board.after(move, right_fill=right_fill)
    return board


def wins(board: Board, line: Sequence[Move], *, right_fill: bool) -> bool:
    """Whether all moves of a line are legal, one after the other, and the last one wins."""
    try:
        return replayed(board, line, right_fill=right_fill).is_won
    except IllegalAction:
        return False


def without_detours(board: Board, line: Line, *, right_fill: bool = False) -> Line:
    """Remove moves that a winning line does not need: one or two at a time, as long as the rest still wins."""
    at = 0
    while at < len(line):
        shorter = (each for each in _shortened(line, at) if wins(board, each[at:], right_fill=right_fill))
        found = next(shorter, None)
        if found is None:
            board = board.after(line[at], right_fill=right_fill)
            at += 1
        else:
            line = found
    return line


def _shortened(line: Line, at: int) -> list[Line]:
    """Return the line without move `at`, and without it and one later move of the same card (there and back)."""
    without = line[:at] + line[at + 1 :]
    later = [number for number in range(at, len(without)) if without[number].card == line[at].card]
    return [without, *[without[:number] + without[number + 1 :] for number in later]]
