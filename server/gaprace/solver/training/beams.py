"""Beam search of many deals at once: it finds the winning lines that the training learns from.

Ply by ply, every kept board of a deal is expanded, and the best few hundred of the new boards are kept (Lowerre, "The
Harpy speech recognition system", 1976). That proves nothing and misses more wins than the solver's own search. But
NumPy works on tens of thousands of boards at a time, so it wins five to seven times as many deals in the same time.
"""

import numpy as np

from gaprace.solver.arrays import GrowingArray
from gaprace.solver.encoding import CODES, Bytes, Ints, apply_moves, won_boards
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.moves import legal_moves
from gaprace.solver.search import keys_after
from gaprace.solver.visited import VisitedSet

MAX_PLIES = 160
"""Winning lines have some 100 plies. Beams of deals that are not won end earlier or move in circles."""
_DEAL_KEY = np.uint64(0x9E3779B97F4A7C15)
"""Keys of different deals differ by multiples of this, 2**64 divided by the golden ratio (Knuth, TAOCP 3, 6.4)."""


class Beams:
    """The beams of some deals, with all boards that were kept, ordered by ply and then by deal."""

    def __init__(self, rows: Bytes, evaluation: Evaluation, width: int) -> None:
        self._evaluation, self._layout, self._width = evaluation, evaluation.encoding, width
        self._deals = len(rows)
        self._cells: GrowingArray[np.uint8] = GrowingArray(np.uint8, CODES)
        self._parents: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._begins: list[Ints] = []
        self._won: dict[int, int] = {}
        """The number of the won board, by deal."""
        self._run(rows.copy())

    @property
    def won(self) -> list[int]:
        """The deals that were won, in order."""
        return sorted(self._won)

    def boards(self, numbers: Ints) -> Bytes:
        """Return the encoded boards with some numbers."""
        return self._layout.completed(self._cells.take(numbers))

    def of_boards(self, numbers: Ints, width: int) -> "Beams":
        """BestFirstSearch some of the boards anew."""
        return Beams(self.boards(numbers), self._evaluation, width)

    def path(self, deal: int) -> Ints:
        """Return the numbers of the boards from the opening of a deal to its win, one per ply."""
        path = [self._won[deal]]
        while path[-1] >= self._deals:
            path.append(int(self._parents.take(np.array([path[-1]]))[0]))
        return np.array(path[::-1], dtype=np.intp)

    def kept(self, deal: int, plies: int) -> tuple[Ints, Ints]:
        """Return the first number and the count of a deal's kept boards, for each of its first `plies` plies."""
        begins = np.stack(self._begins[:plies])
        return begins[:, deal], begins[:, deal + 1] - begins[:, deal]

    def _run(self, rows: Bytes) -> None:
        deal, numbers = np.arange(self._deals), np.arange(self._deals)
        keys = self._layout.keys(rows) + deal.astype(np.uint64) * _DEAL_KEY
        values = self._evaluation.values(rows).astype(np.intp)
        visited = VisitedSet()
        visited.add(keys)
        self._keep(rows, deal, np.full(self._deals, -1))
        for _ in range(MAX_PLIES):
            moves = legal_moves(rows, self._layout, locks_at_once=True)
            if not moves.board.size:
                break
            keys, new = visited.add(keys_after(keys, moves))
            moves = moves.take(new)
            values = values.take(moves.board) + self._evaluation.gains(rows, moves)
            best = _best(deal.take(moves.board), values, self._width)
            moves, keys, values = moves.take(best), keys.take(best), values.take(best)
            rows, deal = rows.take(moves.board, axis=0), deal.take(moves.board)
            apply_moves(rows, moves.card, moves.source, moves.target)
            first = self._keep(rows, deal, numbers.take(moves.board))
            unwon = self._record_wins(rows, deal, first)
            rows, deal = rows.take(unwon, axis=0), deal.take(unwon)
            keys, values, numbers = keys.take(unwon), values.take(unwon), unwon + first

    def _keep(self, rows: Bytes, deal: Ints, parents: Ints) -> int:
        first = len(self._cells)
        self._cells.extend(rows[:, :CODES])
        self._parents.extend(parents.astype(np.int32))
        self._begins.append(first + deal.searchsorted(np.arange(self._deals + 1)))
        return first

    def _record_wins(self, rows: Bytes, deal: Ints, first: int) -> Ints:
        """Record the wins; return the indices of the boards of the other deals."""
        won = won_boards(rows, self._layout)
        for number in won.tolist():
            self._won.setdefault(int(deal[number]), first + number)
        others: Ints = np.isin(deal, deal[won], invert=True).nonzero()[0]
        return others


def _best(deal: Ints, values: Ints, width: int) -> Ints:
    """Return the indices of each deal's best boards, at most `width` per deal, ordered by deal and then by value."""
    order = np.lexsort((-values, deal))
    in_order = deal.take(order)
    rank = np.arange(len(order)) - in_order.searchsorted(in_order)
    best: Ints = order[rank < width]
    return best
