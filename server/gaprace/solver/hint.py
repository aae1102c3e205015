"""Hints: what to do next in a game, and why.

A hint is the next move of a winning line if one is found within its budget; otherwise the next move of the line that
locks most, then a shuffle if one is allowed, then undo.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gaprace.rules.actions import ControlAction
from gaprace.rules.board import Move
from gaprace.rules.game import Game
from gaprace.solver.cyclic_search import CyclicSearch
from gaprace.solver.enumeration import Enumeration
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.greedy import advise, explain
from gaprace.solver.lines import Line, wins
from gaprace.solver.position import Advice
from gaprace.solver.search import BestFirstSearch, Policy, ShouldStop, never

HINT_BOARDS = 70_000
"""Budget of a hint in boards: some 70 ms on one core, in less than 60 MB."""
LOCKING_SHARE = 4
"""A quarter of the budget, an eighth of the time, goes to a search for the most locked cards, which also finds the easy
wins. A cyclic search gets the rest: it finds far more wins, but locks fewer cards where there is none."""
UNDO_PROOF_SHARE = 4
"""Without shuffles, a search that has found no win is followed by an enumeration of this part of its budget: a quarter.
It may prove that only undo helps."""


class FoundHint(NamedTuple):
    """Advice, and the winning line that it begins."""

    advice: Advice
    line: Line = ()
    """All moves of the winning line, the advised one first; empty if none is known."""


def find_hint(
    game: Game,
    evaluation: Evaluation,
    *,
    boards: int = HINT_BOARDS,
    should_stop: ShouldStop = never,
    plan: Sequence[Move] = (),
) -> FoundHint | None:
    """Return a hint for the next action, or None when nothing can be done any more.

    `plan` is the rest of the winning line that an earlier hint began. If it still wins, the hint keeps to it, so that
    hints in a row lead to the win. The result is deterministic as long as `should_stop` never returns true.
    """
    if not game.legal_moves():
        return _greedy(game)
    right_fill = game.deal.variant.right_fill
    if plan and wins(game.board, plan, right_fill=right_fill):
        return _on_winning_line(game, plan)
    locking = BestFirstSearch(game.board, evaluation, Policy(right_fill=right_fill))
    winning = CyclicSearch(game.board, evaluation, right_fill=right_fill)
    for search, share in (locking, boards // LOCKING_SHARE), (winning, boards - boards // LOCKING_SHARE):
        search.run(share, should_stop)
        if search.line is not None:
            return _on_winning_line(game, search.line)
    enumeration = Enumeration(game.board, evaluation, right_fill=right_fill)
    enumeration.run(_proof_boards(game, winning, boards), should_stop)
    if enumeration.line is not None:
        return _on_winning_line(game, enumeration.line)
    if enumeration.is_exhausted and game.shuffles_left <= 0 and game.undoable:
        return FoundHint(Advice(ControlAction.UNDO, "lost"))
    return _toward_most_locked(game, locking)


def _proof_boards(game: Game, winning: CyclicSearch, boards: int) -> int:
    """Return the budget for proving that only undo can help, after a search that has found no win.

    It is all of the hint's budget where that search has ended, since it may have missed a win by locking at once.
    """
    if winning.is_exhausted:
        return boards
    return boards // UNDO_PROOF_SHARE if game.shuffles_left <= 0 else 0


def _on_winning_line(game: Game, line: Sequence[Move]) -> FoundHint:
    right_fill = game.deal.variant.right_fill
    return FoundHint(explain(game.board, line[0], right_fill=right_fill, wins_in=len(line)), tuple(line))


def _toward_most_locked(game: Game, search: BestFirstSearch) -> FoundHint | None:
    """Follow the line that locks most, unless its first board is one that the player has just undone."""
    locked, line = search.most_locked()
    right_fill, undone = game.deal.variant.right_fill, {board.cells for board in game.redoable}
    if locked > game.board.locked and game.board.after(line[0], right_fill=right_fill).cells not in undone:
        return FoundHint(explain(game.board, line[0], right_fill=right_fill))
    if game.allows_shuffle:
        return FoundHint(Advice(ControlAction.SHUFFLE, "shuffle"))
    return _greedy(game, undone)


def _greedy(game: Game, visited: frozenset[bytes] | set[bytes] = frozenset()) -> FoundHint | None:
    advice = advise(game, visited)
    return None if advice is None else FoundHint(advice)
