"""Beam search of many deals at once: how the training finds lines that win.

Of each deal, all boards that are one move deeper are made, and of those not met before the best few hundred are kept;
so it goes on, ply by ply (Lowerre, "The Harpy speech recognition system", 1976). That proves nothing and misses more
wins than the solver's own search. But NumPy has ten thousands of boards to work on at a time: in the same time five to
seven times as many deals are won, and what a training learns from is won deals.
"""

import numpy as np

from gaprace.solver.evaluation import Evaluation
from gaprace.solver.growing import Growing
from gaprace.solver.layout import CODES, Bytes, Ints, exchange, won_boards
from gaprace.solver.moves import legal_moves
from gaprace.solver.search import keys_after
from gaprace.solver.seen import Seen

MAX_PLIES = 160
"""Lines that win are some 100 plies long; the beams of deals that are not won end sooner or go round in circles."""
_DEAL_KEY = np.uint64(0x9E3779B97F4A7C15)
"""Keys of different deals differ by multiples of this: 2 to 64 divided by the golden ratio (Knuth, TAOCP 3, 6.4)."""


class Beams:
    """The beams of some deals, with all boards that were kept: by ply, then by deal."""

    def __init__(self, rows: Bytes, evaluation: Evaluation, width: int) -> None:
        self._evaluation, self._layout, self._width = evaluation, evaluation.layout, width
        self._deals = len(rows)
        self._lying: Growing[np.uint8] = Growing(np.uint8, CODES)
        self._parents: Growing[np.int32] = Growing(np.int32)
        self._begins: list[Ints] = []
        self._won: dict[int, int] = {}
        """The number of the won board of each deal that is won."""
        self._run(rows.copy())

    @property
    def won(self) -> list[int]:
        """Which of the deals are won."""
        return sorted(self._won)

    def boards(self, numbers: Ints) -> Bytes:
        """Return boards by their numbers."""
        return self._layout.completed(self._lying.take(numbers))

    def of_boards(self, numbers: Ints, width: int) -> "Beams":
        """Search some of the boards anew."""
        return Beams(self.boards(numbers), self._evaluation, width)

    def way(self, deal: int) -> Ints:
        """Return the numbers of the boards on the way to the win of a deal, one a ply, the opening first."""
        way = [self._won[deal]]
        while way[-1] >= self._deals:
            way.append(int(self._parents.take(np.array([way[-1]]))[0]))
        return np.array(way[::-1], dtype=np.intp)

    def kept(self, deal: int, plies: int) -> tuple[Ints, Ints]:
        """Return where the boards of a deal begin and how many there are, for so many plies, from the opening on."""
        begins = np.stack(self._begins[:plies])
        return begins[:, deal], begins[:, deal + 1] - begins[:, deal]

    def _run(self, rows: Bytes) -> None:
        deal, numbers = np.arange(self._deals), np.arange(self._deals)
        keys = self._layout.keys(rows) + deal.astype(np.uint64) * _DEAL_KEY
        values = self._evaluation.values(rows).astype(np.intp)
        seen = Seen()
        seen.fresh(keys)
        self._keep(rows, deal, np.full(self._deals, -1))
        for _ in range(MAX_PLIES):
            moves = legal_moves(rows, self._layout, locks_at_once=True)
            if not moves.board.size:
                break
            keys, fresh = seen.fresh(keys_after(keys, moves))
            moves = moves.take(fresh)
            values = values.take(moves.board) + self._evaluation.gains(rows, moves)
            best = _best(deal.take(moves.board), values, self._width)
            moves, keys, values = moves.take(best), keys.take(best), values.take(best)
            rows, deal = rows.take(moves.board, axis=0), deal.take(moves.board)
            exchange(rows, moves.card, moves.source, moves.target)
            first = self._keep(rows, deal, numbers.take(moves.board))
            open_ones = self._unless_won(rows, deal, first)
            rows, deal = rows.take(open_ones, axis=0), deal.take(open_ones)
            keys, values, numbers = keys.take(open_ones), values.take(open_ones), open_ones + first

    def _keep(self, rows: Bytes, deal: Ints, parents: Ints) -> int:
        first = len(self._lying)
        self._lying.extend(rows[:, :CODES])
        self._parents.extend(parents.astype(np.int32))
        self._begins.append(first + deal.searchsorted(np.arange(self._deals + 1)))
        return first

    def _unless_won(self, rows: Bytes, deal: Ints, first: int) -> Ints:
        """Note the wins, and give the boards of the other deals."""
        won = won_boards(rows, self._layout)
        for number in won.tolist():
            self._won.setdefault(int(deal[number]), first + number)
        others: Ints = np.isin(deal, deal[won], invert=True).nonzero()[0]
        return others


def _best(deal: Ints, values: Ints, width: int) -> Ints:
    """Return the boards with the highest values of each deal, at most so many: by deal, then by value."""
    order = np.lexsort((-values, deal))
    in_order = deal.take(order)
    rank = np.arange(len(order)) - in_order.searchsorted(in_order)
    best: Ints = order[rank < width]
    return best
