"""Small boards, and their truth by plain enumeration over `gaprace.rules` alone."""

from collections.abc import Sequence
from functools import cache
from random import Random

from gaprace.rules.board import GAP, ROWS, TWOS, Board, deck
from gaprace.solver.encoding import encoding_of
from gaprace.solver.evaluation import Evaluation, simple_evaluation
from gaprace.solver.lost_boards import is_lost
from gaprace.solver.moves import Survey, find_places


def random_board(random: Random, columns: int) -> Board:
    tokens = [*deck(columns), *[GAP] * ROWS]
    random.shuffle(tokens)
    return Board(bytes(tokens), columns)


def with_placed_twos(board: Board) -> Board:
    """Exchange what lies at the left ends for the 2s, as `montana` does."""
    cells = bytearray(board.cells)
    for row, two in enumerate(TWOS):
        left_end, lying = row * board.columns, cells.index(two)
        cells[lying], cells[left_end] = cells[left_end], two
    return Board(bytes(cells), board.columns)


def can_be_won(board: Board, *, right_fill: bool = False) -> bool:
    """Whether moves can reach a won board."""
    return any(each.is_won for each in reachable(board, right_fill=right_fill))


def reachable(board: Board, *, right_fill: bool = False, until_won: bool = True) -> Sequence[Board]:
    """Enumerate what moves can reach, until a won board comes, the last one then, or nothing is left."""
    met, waiting, found = {board.cells}, [board], list[Board]()
    while waiting and not (until_won and found and found[-1].is_won):
        board = waiting.pop()
        found.append(board)
        for move in board.legal_moves(right_fill=right_fill):
            after = board.after(move, right_fill=right_fill)
            if after.cells not in met:
                met.add(after.cells)
                waiting.append(after)
    return found


@cache
def evaluation(columns: int) -> Evaluation:
    return simple_evaluation(columns)


def looks_lost(board: Board, *, right_fill: bool = False) -> bool:
    """Whether the solver sees that a board is lost (see `gaprace.solver.lost_boards`)."""
    cells, found = encoding_of(board.columns).encode(board), Survey.empty()
    find_places(cells, board.columns, found.places)
    return is_lost(cells, board.columns, right_fill, 0, found)
