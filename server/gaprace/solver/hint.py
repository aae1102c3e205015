"""Hints: the next action in a game, and the reason for it.

A hint is the next move of a winning line if one is found within its budget; otherwise the next action on the way to the
shuffle that wins most often (`gaprace.solver.policy`). Without shuffles it follows the line that locks most, then undo.
"""

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import NamedTuple

from gaprace.rules.actions import ControlAction
from gaprace.rules.board import Move
from gaprace.rules.game import Game
from gaprace.solver.answers import Advice
from gaprace.solver.enumeration import Enumeration
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.greedy import advise, explain
from gaprace.solver.lines import Line, wins
from gaprace.solver.policy import Search, search_win, shuffles_from
from gaprace.solver.search import ShouldStop, never

HINT_BOARDS = 50_000
"""Budget of a hint in boards: some 50 ms on one core, in less than 50 MB."""
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
    right_fill = game.deal.variant.right_fill
    if plan and wins(game.board, plan, right_fill=right_fill):
        return _on_winning_line(game, plan)
    if game.is_ended or not (game.legal_moves() or game.allows_shuffle):
        return _greedy(game)
    search = search_win(game.board, game.deal.variant, evaluation, boards, should_stop)
    if search.line is not None:
        return _on_winning_line(game, search.line)
    enumeration = Enumeration(game.board, evaluation, right_fill=right_fill)
    enumeration.run(_proof_boards(game, search, boards), should_stop)
    if enumeration.line is not None:
        return _on_winning_line(game, enumeration.line)
    return _without_win(game, search, is_lost=enumeration.is_exhausted)


def _without_win(game: Game, search: Search, *, is_lost: bool) -> FoundHint | None:
    if game.shuffles_left > 0:
        return _toward_shuffle(game, search)
    if is_lost and game.allows_undo:
        return FoundHint(Advice(ControlAction.UNDO, "lost"))
    return _toward_most_locked(game, search)


def _proof_boards(game: Game, search: Search, boards: int) -> int:
    """Return the budget for proving that only undo can help, after a search that has found no win.

    It is all of the hint's budget where that search has ended, since it may have missed a win by locking at once.
    """
    if search.winning.is_exhausted:
        return boards
    return boards // UNDO_PROOF_SHARE if game.shuffles_left <= 0 else 0


def _on_winning_line(game: Game, line: Sequence[Move]) -> FoundHint:
    right_fill = game.deal.variant.right_fill
    return FoundHint(explain(game.board, line[0], right_fill=right_fill, wins_in=len(line)), tuple(line))


def _toward_shuffle(game: Game, search: Search) -> FoundHint | None:
    """Follow the way to the best shuffle, unless its first board is one that the player has just undone."""
    right_fill = game.deal.variant.right_fill
    best, here, locking = shuffles_from(search, game)
    if best and best.undos:
        return FoundHint(Advice(ControlAction.UNDO, "undo_first", count=best.undos, win=best.win, instead=here))
    if best and best.line and game.board.after(best.line[0], right_fill=right_fill).cells not in _undone(game):
        advice = explain(game.board, best.line[0], right_fill=right_fill)
        return FoundHint(replace(advice, win=best.win, instead=here))
    if here is not None:
        return FoundHint(Advice(ControlAction.SHUFFLE, "shuffle", win=here, instead=locking))
    return _toward_most_locked(game, search)


def _toward_most_locked(game: Game, search: Search) -> FoundHint | None:
    """Follow the line that locks most, unless its first board is one that the player has just undone."""
    locked, line = search.locking.most_locked()
    right_fill, undone = game.deal.variant.right_fill, _undone(game)
    if locked > game.board.locked and game.board.after(line[0], right_fill=right_fill).cells not in undone:
        return FoundHint(explain(game.board, line[0], right_fill=right_fill))
    return _greedy(game, undone)


def _undone(game: Game) -> set[bytes]:
    return {board.cells for board in game.redoable}


def _greedy(game: Game, visited: Container[bytes] = ()) -> FoundHint | None:
    advice = advise(game, visited)
    return None if advice is None else FoundHint(advice)
