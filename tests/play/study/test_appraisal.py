from random import Random

from gaprace.play.study.appraisal import GameAppraisal
from gaprace.rules.actions import ControlAction
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.position import Appraisal, Verdict
from tests.positions import random_deal


def begun(moves: int) -> tuple[Deal, Game]:
    """A game of `addiction` that begins with some moves, always the first."""
    for seed in range(1000):
        deal = random_deal(Random(seed), VARIANTS["addiction"])
        game = Game.start(deal)
        while game.number < moves and (legal := game.legal_moves()):
            game = game.after(legal[0], game.number)
        if game.number == moves and game.legal_moves():
            return deal, game
    raise AssertionError("there is none")


def appraised(deal: Deal, game: Game, verdicts: list[Verdict], chances: list[float]) -> GameAppraisal:
    """The appraisal of a game whose positions, all different, have these chances."""
    study = GameAppraisal(deal, game.transcript, verdicts)
    for position in study.open_positions():
        at = [each.board for each in Game.replaying(deal, game.transcript)].index(position.board)
        study.learn(position, Appraisal(chances[at], position.board.legal_moves()[:1]))
    return study


def test_a_winnable_position_needs_no_search_and_a_lost_win_costs_the_difference() -> None:
    deal, game = begun(2)
    boards = [each.board for each in Game.replaying(deal, game.transcript)]
    study = appraised(deal, game, ["winnable", "unwinnable", "unwinnable"], [1.0, 0.6, 0.6])
    assert study.lost_wins()[0].board == boards[0]
    study.learn_line(study.lost_wins()[0], boards[0].legal_moves()[-1:])
    result = study.result()
    assert (result.chances, result.accuracy) == ([1.0, 0.6, 0.6], 60)
    (cost,) = result.costs
    assert (cost.n, cost.points, cost.wins, len(cost.line)) == (1, 40, True, 1)


def test_there_is_no_result_until_every_position_has_its_chance() -> None:
    deal, game = begun(2)
    study = GameAppraisal(deal, game.transcript, ["unknown"] * 3)
    assert study.result() is None
    first, *rest = study.open_positions()
    study.learn(first, Appraisal(0.5))
    assert study.result() is None
    for each in rest:
        study.learn(each, Appraisal(0.5))
    assert study.result() is not None


def test_a_shuffle_of_free_will_is_judged_by_all_that_it_could_have_been() -> None:
    deal, game = begun(1)
    game = game.after(ControlAction.SHUFFLE, 5)
    verdicts: list[Verdict] = ["unknown"] * 3
    study = appraised(deal, game, verdicts, [0.6, 0.6, 0.1])
    result = study.result()
    assert result.accuracy == 100
    ((n, before),) = study.chosen_shuffles().items()
    assert (n, before.shuffles_left) == (2, 3)
    study.learn_shuffle(2, 0.3)
    result = study.result()
    assert (result.accuracy, [cost.n for cost in result.costs]) == (50, [2])
    assert result.costs[0].needed is None


def test_to_resign_gives_up_what_is_left() -> None:
    deal, game = begun(1)
    game = game.after(ControlAction.RESIGN, 5)
    result = appraised(deal, game, ["unknown"] * 3, [0.5, 0.5, 0.5]).result()
    assert (result.chances, result.accuracy, result.costs) == ([0.5, 0.5, 0.0], 0, [])
