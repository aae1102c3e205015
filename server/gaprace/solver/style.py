"""The style of a bot: its preferences where its strength leaves it a choice.

A style is an order in which a bot looks at rows and suits, and a taste: small changes of the evaluation. To the rules,
boards that differ by such an order are the same, so an order costs no strength; a taste is too small to cost any.
Of 64 `mini` deals, four styles of level 3 locked 18.3 to 18.9 cards on average, along different lines.
"""

from functools import cache
from itertools import permutations
from typing import NamedTuple, Self

import numpy as np

from gaprace.rules.board import GAP, ROWS, Board, Move, card_of, rank_of, suit_of
from gaprace.solver.evaluation import UNIT, Evaluation, Table

TASTES = 16
"""Different changes of the evaluation; each takes about a megabyte where it is used."""
TASTE_SPREAD = UNIT // 8
"""Standard deviation of the change of an entry of the evaluation."""
_ORDERS = tuple(permutations(range(ROWS)))


class Style(NamedTuple):
    """A style, by the order of rows, the order of suits, and the number of the taste."""

    rows: tuple[int, ...]
    """The row of the real board in each row of the board as it is seen."""
    suits: tuple[int, ...]
    """The suit as it is seen, by real suit."""
    taste: int

    @classmethod
    def of(cls, number: int) -> Self:
        """Return the style of a number: any number has one."""
        rest, rows = divmod(number, len(_ORDERS))
        rest, suits = divmod(rest, len(_ORDERS))
        return cls(_ORDERS[rows], _ORDERS[suits], rest % TASTES)

    def seen(self, board: Board) -> Board:
        """Return a board with its rows and suits in this style's order."""
        cells = (cell for row in self.rows for cell in board.row(row))
        return Board(
            bytes(card_of(rank_of(cell), self.suits[suit_of(cell)]) if cell else GAP for cell in cells), board.columns
        )

    def real(self, move: Move, columns: int) -> Move:
        """Return a move on a seen board as it is on the real one."""
        row, column = divmod(move.to, columns)
        suit = self.suits.index(suit_of(move.card))
        return Move(card_of(rank_of(move.card), suit), self.rows[row] * columns + column)

    def judging(self, evaluation: Evaluation) -> Evaluation:
        """Return an evaluation, changed to this style's taste."""
        return to_taste(evaluation, self.taste)


@cache
def to_taste(evaluation: Evaluation, taste: int) -> Evaluation:
    """Return an evaluation with small changes, the same for the same number."""
    chance = np.random.default_rng(taste)

    def changed(table: Table) -> Table:
        change = np.rint(chance.normal(0, TASTE_SPREAD, table.shape)).astype(np.int16)
        result: Table = table + change * (table != 0)
        return result

    return Evaluation(changed(evaluation.pairs), changed(evaluation.follows))
