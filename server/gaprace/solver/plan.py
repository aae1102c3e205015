"""What a bot does next: some actions in a row, from a search whose budget is the bot's strength."""

from collections.abc import Mapping, Sequence

from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.game import Game
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.greedy import greedy_plan
from gaprace.solver.search import Search
from gaprace.solver.stopping import ShouldStop, never

BOARDS: Mapping[int, int] = {1: 0, 2: 500, 3: 2_000, 4: 8_000, 5: 100_000}
"""How many boards a bot looks into, by level. Of 12 `addiction` deals they won 1, 3, 5, 8 and 10 or more, with 34, 41,
44, 46 and 47 cards locked on average."""


CHARGES = 8
"""Styles differ by what a move costs the search: from 0 on, so many charges find about as many wins, by other ways."""


def plan(
    game: Game, evaluation: Evaluation, level: int, style: int = 0, *, should_stop: ShouldStop = never
) -> Sequence[Action]:
    """Return what to do next: the way to a win, else to where most cards are locked, else a shuffle; none at the end.

    It never goes back. The same arguments give the same plan, as long as `should_stop` never says so.
    """
    if not BOARDS[level] or not game.legal_moves():
        return greedy_plan(game, style)
    search = Search(game.board, evaluation, charge=style % CHARGES)
    search.run(BOARDS[level], should_stop)
    if search.line is not None:
        return search.line
    locked, line = search.most_locked()
    if locked > game.board.locked:
        return line
    return (ControlAction.SHUFFLE,) if game.allows_shuffle else greedy_plan(game, style)
