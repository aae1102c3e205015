"""Small boards, and their truth by plain enumeration over `server.rules` alone."""

from functools import cache
from random import Random

from server.rules.board import ROWS, Board
from server.rules.cards import GAP, deck
from server.solver.evaluation import Evaluation, simple_evaluation


def random_board(random: Random, columns: int) -> Board:
    tokens = [*deck(columns), *[GAP] * ROWS]
    random.shuffle(tokens)
    return Board(bytes(tokens), columns)


def can_be_won(board: Board) -> bool:
    """Enumerate what moves can reach, until a won board comes or nothing is left."""
    met, waiting = {board.cells}, [board]
    while waiting:
        board = waiting.pop()
        if board.is_won:
            return True
        for move in board.legal_moves():
            after = board.after(move)
            if after.cells not in met:
                met.add(after.cells)
                waiting.append(after)
    return False


@cache
def evaluation(columns: int) -> Evaluation:
    return simple_evaluation(columns)
