from hypothesis import given

from gaprace.errors import RulesError
from gaprace.rules.actions import ControlAction
from gaprace.rules.board import parse_board, parse_card
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.greedy import advise
from tests.positions import game_on
from tests.strategies import games


@given(games)
def test_the_advice_can_always_be_followed(game: Game) -> None:
    advice = advise(game)
    if advice is None:
        assert game.is_ended or not game.undoable
        return
    assert advice.reason
    try:
        game.after(advice.action, game.time_ms)
    except RulesError as error:
        raise AssertionError(f"{advice} was refused: {error}") from error


def test_a_card_that_locks_comes_first_and_the_reason_says_so() -> None:
    game = game_on(parse_board("2C3C4C5C6C--7C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--", 7))
    advice = advise(game)
    assert (advice.reason, advice.card) == ("locks", parse_card("7C"))


def test_when_nothing_moves_a_shuffle_if_one_is_left_else_back() -> None:
    stuck = parse_board("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7S--/2S3S4S5S6S7H--", 7)
    shuffle = advise(game_on(stuck))
    assert shuffle.action is ControlAction.SHUFFLE
    assert advise(game_on(stuck, VARIANTS["mini"].customised(shuffles=0))) is None
