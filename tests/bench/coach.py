"""How often a search ten times as long refutes the sentence about a lost game (`coach=1000` games).

The games are people-like, and each is analysed as a server does. The sentence says two things of an action that lost a
win: a move would have kept the win before it, and nothing wins after it without a shuffle. For the first, the boards
are searched anew after the move; for the second, all moves are tried, without any of the arguments of the proof. Both
have ten times the boards. A proof is the same at every budget: a smaller one only finds fewer losses.
"""

from collections.abc import Iterator, Sequence
from random import Random

from gaprace.cli.survey import wilson
from gaprace.engine.jobs import prepare
from gaprace.play.study.analysis import GameAnalysis
from gaprace.rules.actions import parse_action
from gaprace.rules.board import Board, Move
from gaprace.rules.game import Game
from gaprace.solver.search import BestFirstSearch, Policy
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from gaprace.wire.http import Loss
from tests.simulated_people import people_like_game

BOARDS = 20_000
"""Budget of each search of an analysis, a thirtieth of a server's."""
LONGER = 10


def lost_games(random: Random, count: int) -> Iterator[Game]:
    while count:
        game = people_like_game(random)
        if game.moves and not game.is_won:
            count -= 1
            yield game


def losses_of(game: Game) -> Sequence[Loss]:
    """The losses of a game, as an analysis finds them."""
    analysis = GameAnalysis(game.deal, game.transcript)
    while board := analysis.next_board():
        found = solve(board, evaluation_for(board.columns), right_fill=analysis.right_fill, boards=BOARDS)
        analysis.learn(board, found.verdict, found.line)
    return analysis.view("", is_done=True).losses or ()


def is_refuted(loss: Loss, boards: Sequence[Board], *, right_fill: bool) -> bool:
    """Whether a longer search contradicts a loss, in a game with these boards, the opening first."""
    evaluation, keep = evaluation_for(boards[0].columns), parse_action(loss.winning_move)
    assert isinstance(keep, Move)
    kept = boards[loss.last_winnable].after(keep, right_fill=right_fill)
    every = BestFirstSearch(boards[loss.n], evaluation, Policy(right_fill, locks_at_once=False))
    every.run(LONGER * BOARDS)
    if every.line is not None:
        return True
    return solve(kept, evaluation, right_fill=right_fill, boards=LONGER * BOARDS).verdict == "unwinnable"


def run(games: int = 1_000) -> None:
    prepare("")
    said = exact = refuted = 0
    for game in lost_games(Random("coach"), games):
        losses, boards = losses_of(game), [each.board for each in Game.replaying(game.deal, game.transcript)]
        said += bool(losses)
        exact += any(loss.n == loss.last_winnable + 1 for loss in losses)
        right_fill = game.deal.variant.right_fill
        refuted += any(is_refuted(loss, boards, right_fill=right_fill) for loss in losses)
    _, most = wilson(refuted, max(said, 1))
    print(
        f"{games} games that were not won: a sentence about {said}, {exact} of them with the very move;"
        f" refuted: {refuted} (at most {most:.1%} of all, with 95 % confidence)"
    )
