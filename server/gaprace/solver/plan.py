"""A bot's next actions, from a search whose budget is the bot's strength."""

from collections.abc import Mapping, Sequence

from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.game import Game
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.greedy import greedy_plan
from gaprace.solver.search import BestFirstSearch, Policy, ShouldStop, never
from gaprace.solver.style import Style

LEVEL_BOARDS: Mapping[int, int] = {1: 0, 2: 500, 3: 2_000, 4: 8_000, 5: 100_000}
"""Budget in boards by level. Of 24 `addiction` deals, bots of levels 2 to 4 won 9, 16 and 17, with 42.6, 45.4 and 46.0
cards locked on average; of 12 of them, levels 1 and 5 won 1 and 9, with 33.1 and 46.5."""


def plan(
    game: Game, evaluation: Evaluation, level: int, style: int = 0, *, should_stop: ShouldStop = never
) -> Sequence[Action]:
    """Return the line to a win, or to the board with most cards locked, or a shuffle; empty at the end.

    A plan never undoes. The result is deterministic as long as `should_stop` never returns true: the same for the same
    number `style` (see `solver.style`).
    """
    if not LEVEL_BOARDS[level] or not game.legal_moves():
        return greedy_plan(game, style)
    chosen = Style.of(style)
    right_fill = game.deal.variant.right_fill
    search = BestFirstSearch(chosen.seen(game.board), chosen.judging(evaluation), Policy(right_fill=right_fill))
    search.run(LEVEL_BOARDS[level], should_stop)
    locked, line = search.most_locked(style)
    if locked > game.board.locked:
        return [chosen.real(move, game.board.columns) for move in line]
    return (ControlAction.SHUFFLE,) if game.allows_shuffle else greedy_plan(game, style)
