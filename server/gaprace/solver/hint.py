"""What to do next in a game, and why.

The next move of a winning line if the search finds one in its budget, else of the line that locks most, then a
shuffle if one may be made, else back. The search makes no moves by the right-neighbour fill: where that is allowed, its
winning lines are as good, and without one the advice is greedy.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gaprace.errors import IllegalAction
from gaprace.rules.actions import ControlAction
from gaprace.rules.board import Board, Move
from gaprace.rules.game import Game
from gaprace.solver.advice import Advice
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.exhaustive import Enumeration
from gaprace.solver.greedy import advise, explain
from gaprace.solver.search import Search
from gaprace.solver.stopping import ShouldStop, never
from gaprace.solver.verdict import replayed

HINT_BOARDS = 6_000
"""How many boards a hint looks into: some 50 ms on one core of 2020, in less than 20 MB."""
PROOF_PART = 4
"""A quarter of that more goes into proving that only undo can help, where no shuffle is left."""


class Hint(NamedTuple):
    """Advice, and what follows it."""

    advice: Advice
    line: tuple[Move, ...] = ()
    """If it begins a line that wins: all its moves, the advised one first."""


def hint(
    game: Game,
    evaluation: Evaluation,
    *,
    boards: int = HINT_BOARDS,
    should_stop: ShouldStop = never,
    plan: Sequence[Move] = (),
) -> Hint | None:
    """Advise the next action; None when nothing can be done any more.

    `plan` is what is left of a winning line given before: if it still wins, it is kept to, so that one hint after the
    other leads to the win. The same arguments give the same hint, as long as `should_stop` never says so.
    """
    if not game.legal_moves():
        return _greedy(game)
    if _wins(game.board, plan):
        return _on_winning_line(game, plan)
    search = Search(game.board, evaluation)
    search.run(boards, should_stop)
    if search.line is not None and _wins(game.board, search.line):
        return _on_winning_line(game, search.line)
    if game.deal.variant.right_fill:
        return _greedy(game)
    if game.shuffles_left <= 0 and game.undoable and _is_lost(game.board, boards // PROOF_PART, should_stop):
        return Hint(Advice(ControlAction.UNDO, "lost"))
    return _toward_most_locked(game, search)


def _wins(board: Board, line: Sequence[Move]) -> bool:
    try:
        return bool(line) and replayed(board, line).is_won
    except IllegalAction:
        return False


def _on_winning_line(game: Game, line: Sequence[Move]) -> Hint:
    right_fill = game.deal.variant.right_fill
    return Hint(explain(game.board, line[0], right_fill=right_fill, wins_in=len(line)), tuple(line))


def _is_lost(board: Board, boards: int, should_stop: ShouldStop) -> bool:
    enumeration = Enumeration(board)
    enumeration.run(boards, should_stop)
    return enumeration.is_exhausted


def _toward_most_locked(game: Game, search: Search) -> Hint | None:
    """Follow the line that locks most, unless undo has just come back from its first board."""
    locked, line = search.most_locked()
    undone = {board.cells for board in game.redoable}
    if locked > game.board.locked and game.board.after(line[0]).cells not in undone:
        return Hint(explain(game.board, line[0], right_fill=False))
    if game.allows_shuffle:
        return Hint(Advice(ControlAction.SHUFFLE, "shuffle"))
    return _greedy(game, undone)


def _greedy(game: Game, entered: frozenset[bytes] | set[bytes] = frozenset()) -> Hint | None:
    advice = advise(game, entered)
    return None if advice is None else Hint(advice)
