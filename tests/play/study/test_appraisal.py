import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.study.appraisal import MAX_COSTS, GameAppraisal, Needed, accuracy, costs, first_needed, standing
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import Move, parse_board
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.solver.answers import Appraisal, Verdict
from tests.play.study.test_analysis import moves_only, positions


def appraised(deal: Deal, game: Game, verdicts: list[Verdict], chances: list[float]) -> GameAppraisal:
    """The appraisal of a game whose positions, all different, have these chances."""
    study = GameAppraisal(deal, game.transcript, verdicts)
    for position in study.open_positions():
        at = positions(deal, game).index(position.board)
        study.learn(position, Appraisal(chances[at], position.board.legal_moves()[:1]))
    return study


def test_a_winnable_position_needs_no_search_and_a_lost_win_costs_the_difference() -> None:
    deal, game = moves_only(2)
    boards = positions(deal, game)
    study = appraised(deal, game, ["winnable", "unwinnable", "unwinnable"], [1.0, 0.6, 0.6])
    assert study.lost_wins()[0].board == boards[0]
    study.learn_line(study.lost_wins()[0], boards[0].legal_moves()[-1:])
    result = study.result()
    assert (result.chances, result.accuracy) == ([1.0, 0.6, 0.6], 60)
    (cost,) = result.costs
    assert (cost.n, cost.points, cost.wins, len(cost.line)) == (1, 40, True, 1)


def test_there_is_no_result_until_every_position_has_its_chance() -> None:
    deal, game = moves_only(2)
    study = GameAppraisal(deal, game.transcript, ["unknown"] * 3)
    assert study.result() is None
    first, *rest = study.open_positions()
    study.learn(first, Appraisal(0.5))
    assert study.result() is None
    for each in rest:
        study.learn(each, Appraisal(0.5))
    assert study.result() is not None


def test_a_shuffle_of_free_will_is_judged_by_all_that_it_could_have_been() -> None:
    deal, game = moves_only(1)
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
    deal, game = moves_only(1)
    game = game.after(ControlAction.RESIGN, 5)
    result = appraised(deal, game, ["unknown"] * 3, [0.5, 0.5, 0.5]).result()
    assert (result.chances, result.accuracy, result.costs) == ([0.5, 0.5, 0.0], 0, [])


# Accuracy and costs

A, B, C, D = (Move(card, slot) for card, slot in ((18, 1), (19, 2), (20, 3), (21, 4)))
SHUFFLE, UNDO, REDO = ControlAction.SHUFFLE, ControlAction.UNDO, ControlAction.REDO


def test_the_luck_of_a_shuffle_is_no_merit_and_no_fault() -> None:
    for after in (0.0, 0.3, 1.0):
        assert accuracy([0.6, 0.6, after], {2: 0.6}) == 100
        assert accuracy([0.6, 0.6, after], {2: 0.3}) == 50
        assert costs([A, SHUFFLE], [0.6, 0.6, after], {2: 0.3}) == {2: 0.3}


@pytest.mark.parametrize(
    ("chances", "kept"),
    [
        ([0.4, 0.4, 1.0], 100),
        ([0.8, 0.6, 0.2], 25),
        ([0.8, 0.4, 0.0], 0),
        ([0.8, 0.1, 0.8, 0.8], 100),  # a mistake that is undone
        ([0.0, 0.0], None),
        ([0.019, 0.5], None),
    ],
)
def test_the_accuracy_is_the_part_of_the_chance_that_was_kept_if_there_was_one(
    chances: list[float], kept: int | None
) -> None:
    assert accuracy(chances, {}) == kept
    assert costs([A, UNDO, B], [0.8, 0.1, 0.8, 0.8], {}) == {}, "a mistake that is undone costs nothing"


def test_the_three_actions_that_cost_most_come_the_dearest_first() -> None:
    chances = [1.0, 0.9, 0.6, 0.57, 0.2, 0.13]
    found = costs([A, B, C, D, A], chances, {})
    assert list(found) == [4, 2, 1]
    assert [round(cost, 2) for cost in found.values()] == [0.37, 0.3, 0.1]


def test_what_is_undone_and_redone_stands() -> None:
    assert standing([A, B, UNDO, REDO, C]) == [1, 2, 5]
    assert standing([A, B, UNDO, UNDO, C, UNDO, REDO, ControlAction.RESIGN]) == [5]
    assert standing([]) == []


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_costs_and_accuracy_stay_within_their_limits(chances: list[float]) -> None:
    actions: list[Action] = [A] * (len(chances) - 1)
    assert len(found := costs(actions, chances, {})) <= MAX_COSTS
    assert all(0 < cost <= 1 for cost in found.values())
    kept = accuracy(chances, {})
    assert kept is None or 0 <= kept <= 100


def test_what_was_needed_is_the_first_move_of_the_line_that_is_no_longer_possible() -> None:
    board = parse_board("2C3C4C5C6C--7C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--", 7)
    seven = Move(7, 5)
    assert first_needed(board, [seven], right_fill=False) is None
    assert first_needed(board, [seven, seven], right_fill=False) == Needed(seven, 2)
