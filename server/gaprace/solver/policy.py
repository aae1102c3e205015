"""The strongest player of a game with shuffles: its choice where no win by moves is found.

The player searches for a win by moves first. Without one, every board that a search has reached, and every one that
undo returns to, is a board to shuffle on, if the variant allows it there. The worth of a shuffle depends only on the
runs that it keeps (`gaprace.solver.shuffle_chance`); the player goes where it is highest. That is rarely the board with
the most locked cards: fewer free slots leave fewer ways to win, and where every row has its 2, no 2 can move any more.

Where only a stuck board may be shuffled, one more search looks for boards that are stuck with little locked. Nothing
here knows the deal: the outcome of a shuffle that has not been made is open.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from gaprace.rules.board import Board
from gaprace.rules.game import Game
from gaprace.rules.variants import ShuffleWhen, Variant
from gaprace.solver.cyclic_search import CyclicSearch
from gaprace.solver.encoding import Bytes, encode_all
from gaprace.solver.evaluation import UNIT, Evaluation, follows_shape, pairs_shape
from gaprace.solver.lines import Line
from gaprace.solver.search import BestFirstSearch, Policy, ShouldStop, never
from gaprace.solver.shuffle_chance import Flags, chances_after, kept_runs, stuck_among

LOCKING_SHARE = 4
"""A quarter of the budget, an eighth of the time, goes to a search for the most locked cards, which also finds the easy
wins. A cyclic search gets the rest: it finds far more wins, but locks fewer cards where there is none."""
SEEKING_BOARDS = 3_000
"""Budget of the search for stuck boards, some 2 ms. Of 22 `gaps` deals without a win in sight, it gets stuck with one
2 locked or none on 14, and with two on six; the search that locks most does so on one, and does not get stuck on 7."""


NOTICEABLE = 0.02
"""A better chance by less is within the error of the table, and not worth undoing or moving anything for it."""


class Search(NamedTuple):
    """A search for a win by moves."""

    locking: BestFirstSearch
    winning: CyclicSearch
    seeking: BestFirstSearch | None
    """The search for stuck boards, which may find a win, too; None if no shuffle needs any, or a win is known."""

    @property
    def line(self) -> Line | None:
        """The moves that win, if any are found."""
        lines = (each.line for each in (self.locking, self.winning, self.seeking) if each)
        return next((tuple(line) for line in lines if line is not None), None)


def search_win(
    board: Board, variant: Variant, evaluation: Evaluation, boards: int, should_stop: ShouldStop = never
) -> Search:
    """Search for a win by moves, in at most `boards` boards, and for boards to shuffle on."""
    locking = BestFirstSearch(board, evaluation, Policy(variant.right_fill))
    winning = CyclicSearch(board, evaluation, right_fill=variant.right_fill)
    locking.run(boards // LOCKING_SHARE, should_stop)
    if locking.line is None:
        winning.run(boards - boards // LOCKING_SHARE, should_stop)
    is_won = locking.line is not None or winning.line is not None
    if is_won or variant.redeal is None or variant.redeal.when is not ShuffleWhen.STUCK:
        return Search(locking, winning, None)
    seeking = BestFirstSearch(
        board, _seeking(variant.columns), Policy(variant.right_fill, locks_at_once=False, move_cost=-1)
    )
    seeking.run(SEEKING_BOARDS)
    return Search(locking, winning, seeking)


class Shuffle(NamedTuple):
    """A board to shuffle on."""

    win: float
    """The chance to win by a shuffle there, 0 to 1."""
    line: Line = ()
    """The moves to it."""
    undos: int = 0
    """How many actions to undo to get there; then there are no moves."""


class Shuffles(NamedTuple):
    """Where to shuffle."""

    best: Shuffle | None
    """Where a shuffle wins most often: here, unless elsewhere is noticeably better. None: no such board is known."""
    here: float | None
    """The chance to win by a shuffle at once; None if the rules forbid it."""
    locking: float | None
    """The chance after more cards are locked first, at the best; None if none can be, or that is not known."""


def shuffles_from(search: Search, game: Game) -> Shuffles:
    """Return where to shuffle in a game with a shuffle left, after a search from its board that has found no win."""
    found = [_Reached.of(each, game.deal.variant, game.shuffles_left) for each in _reaching(search)]
    here = float(found[0].win[0]) if found[0].allowed[0] else None
    best = max((each.best for each in found), key=lambda each: each.win)
    back = _best_undo(game)
    if here is not None and here + NOTICEABLE >= max(best.win, back.win):
        best = Shuffle(here)
    elif back.win > best.win:
        best = back
    return Shuffles(best if best.win > 0 else None, here, max(each.after_locking for each in found) or None)


def boards_to_shuffle_on(search: Search, variant: Variant) -> list[Bytes]:
    """Return the encoded boards that may be shuffled on, of each search."""
    return [each.cells[_allowed(each.cells, variant)] for each in _reaching(search)]


def _reaching(search: Search) -> list[BestFirstSearch]:
    """Return the searches whose boards can be shuffled on."""
    return [search.locking, search.seeking] if search.seeking else [search.locking]


class _Reached(NamedTuple):
    """The boards of a search, one an entry: the chance by a shuffle on each; 0 where it is not allowed."""

    search: BestFirstSearch
    win: "np.ndarray[tuple[int], np.dtype[np.float64]]"
    allowed: Flags

    @classmethod
    def of(cls, search: BestFirstSearch, variant: Variant, shuffles_left: int) -> "_Reached":
        """Return the boards of a search."""
        allowed = _allowed(search.cells, variant)
        return cls(search, chances_after(kept_runs(search.cells, variant), variant, shuffles_left) * allowed, allowed)

    @property
    def best(self) -> Shuffle:
        number = int(self.win.argmax())
        return Shuffle(float(self.win[number]), tuple(self.search.line_to(number)))

    @property
    def after_locking(self) -> float:
        locked = self.search.locked
        return float((self.win * (locked > locked[0])).max())


def _best_undo(game: Game) -> Shuffle:
    if not game.allows_undo:
        return Shuffle(0.0)
    variant, rows = game.deal.variant, encode_all(game.undoable)[::-1]
    win = chances_after(kept_runs(rows, variant), variant, game.shuffles_left) * _allowed(rows, variant)
    number = int(win.argmax())  # the latest of the best
    return Shuffle(float(win[number]), undos=number + 1)


def _allowed(rows: Bytes, variant: Variant) -> Flags:
    is_stuck = variant.redeal is not None and variant.redeal.when is ShuffleWhen.STUCK
    return stuck_among(rows, variant) if is_stuck else np.ones(len(rows), dtype=np.bool_)


@cache
def _seeking(columns: int) -> Evaluation:
    """Return an evaluation that prefers dead gaps, left ends without a 2, and few cards locked."""
    pairs = np.zeros(pairs_shape(columns), dtype=np.int16)
    ranks = np.arange(2, columns)
    pairs[1:, [0, columns - 1], 0, :] = 2 * UNIT
    pairs[0, 0, 1, 0] = -3 * UNIT
    pairs[ranks - 1, ranks - 1, ranks, 1] = -UNIT
    return Evaluation(pairs, np.zeros(follows_shape(columns), dtype=np.int16))
