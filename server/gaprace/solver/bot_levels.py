"""The levels of bots: a bot's next actions, from a search whose budget is its strength."""

from collections.abc import Mapping, Sequence

from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import Move
from gaprace.rules.game import Game
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.greedy import greedy_plan
from gaprace.solver.policy import search_win, shuffles_from
from gaprace.solver.search import BestFirstSearch, Policy, ShouldStop, never
from gaprace.solver.style import Style

LEVEL_BOARDS: Mapping[int, int] = {1: 0, 2: 500, 3: 2_000, 4: 8_000, 5: 100_000}
"""Budget in boards by level. How strong each is: `docs/solver.md`."""
STRONGEST = 5
"""The level that plays by `gaprace.solver.policy`. The others lock what they can, and shuffle when nothing more locks,
as most people do."""
LAST_SEARCH = 4
"""Without a shuffle left, the strongest level searches so many times as many boards: a win now or none."""
MAX_GREEDY = 100
"""Moves of a plan that no search has made."""


def plan(
    game: Game, evaluation: Evaluation, level: int, style: int = 0, *, should_stop: ShouldStop = never
) -> Sequence[Action]:
    """Return the next actions of a bot of a level; empty at the end.

    Only the strongest level undoes, on the way to a shuffle. The result is deterministic as long as `should_stop` never
    returns true: the same for the same number `style` (see `solver.style`).
    """
    if level == STRONGEST:
        return strong_plan(game, evaluation, LEVEL_BOARDS[level], Style.of(style), should_stop=should_stop)
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


def strong_plan(
    game: Game, evaluation: Evaluation, boards: int, style: Style | None = None, *, should_stop: ShouldStop = never
) -> Sequence[Action]:
    """Return a line that wins; or the way to the best shuffle, and the shuffle; or else the moves that lock most."""
    variant, board, left = game.deal.variant, game.board, game.shuffles_left
    seen, judging = (style.seen(board), style.judging(evaluation)) if style else (board, evaluation)
    search = search_win(seen, variant, judging, boards if left else LAST_SEARCH * boards, should_stop)
    locked, line = search.locking.most_locked()
    actions: list[Action] = []
    if search.line is not None:
        line = [*search.line]
    elif left and (best := shuffles_from(search, game).best):
        line, actions = [*best.line], [*[ControlAction.UNDO] * best.undos, ControlAction.SHUFFLE]
    elif locked == board.locked:
        return _greedy_to_the_end(game)
    return [*(style.real(move, board.columns) if style else move for move in line), *actions]


def _greedy_to_the_end(game: Game) -> Sequence[Action]:
    """Return all that the greedy plan would do, so that no search is repeated that has found nothing."""
    actions: list[Action] = []
    while len(actions) < MAX_GREEDY and ControlAction.SHUFFLE not in actions and (found := greedy_plan(game)):
        actions += found
        game = game.after(found[0], game.time_ms) if isinstance(found[0], Move) else game
    return actions
