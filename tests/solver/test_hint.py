"""Hints, of the search and of the greedy player."""

from random import Random

from hypothesis import given, settings

from gaprace.errors import RulesError
from gaprace.rules.actions import ControlAction
from gaprace.rules.board import parse_board, parse_card
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.answers import Advice
from gaprace.solver.greedy import advise
from gaprace.solver.hint import FoundHint, find_hint
from gaprace.solver.tables import evaluation_for
from tests.positions import game_on, random_deal
from tests.solver.small_boards import can_be_won, random_board
from tests.strategies import games

ADDICTION, MINI, STRICT = VARIANTS["addiction"], VARIANTS["mini"], VARIANTS["strict"]

NOTHING_LOCKS = parse_board("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H7S6S5H--/2S3S4S7H6H5S--", 7)
"""6H and 6S can move, and then nothing."""


def is_followed(advice: Advice | None, game: Game) -> None:
    """Follow an advice; there may be none where nothing can be done."""
    if advice is None:
        assert game.is_ended or not game.undoable
        return
    assert advice.reason
    try:
        game.after(advice.action, game.time_ms)
    except RulesError as error:
        raise AssertionError(f"{advice} was refused: {error}") from error


@given(games)
def test_the_greedy_advice_can_always_be_followed(game: Game) -> None:
    is_followed(advise(game), game)


def test_to_the_greedy_player_a_card_that_locks_comes_first_and_the_reason_says_so() -> None:
    advice = advise(game_on(parse_board("2C3C4C5C6C--7C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--", 7)))
    assert (advice.reason, advice.card) == ("locks", parse_card("7C"))


def test_to_the_greedy_player_a_shuffle_comes_when_nothing_moves_if_one_is_left() -> None:
    stuck = parse_board("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7S--/2S3S4S5S6S7H--", 7)
    assert advise(game_on(stuck)).action is ControlAction.SHUFFLE
    assert advise(game_on(stuck, MINI.customised(shuffles=0))) is None


@settings(max_examples=30)
@given(games)
def test_a_hint_can_always_be_followed(game: Game) -> None:
    found = find_hint(game, evaluation_for(game.board.columns), boards=500)
    is_followed(found and found.advice, game)


def test_hints_followed_one_after_the_other_win_and_count_the_moves_to_go() -> None:
    game = game_on(random_board(Random(7), 7), MINI.customised(shuffles=0))
    found = find_hint(game, evaluation_for(7), boards=100_000)
    plan = found.line
    while not game.is_won:
        found = find_hint(game, evaluation_for(7), boards=0, plan=plan)
        assert (found.line, found.advice.wins_in) == (plan, len(plan))
        game, plan = game.after(found.advice.action, 0), found.line[1:]


def test_a_plan_that_no_longer_fits_is_dropped() -> None:
    game = game_on(random_board(Random(7), 7), MINI)
    other = find_hint(game_on(random_board(Random(9), 7), MINI), evaluation_for(7), boards=100_000)
    assert other.line
    found = find_hint(game, evaluation_for(7), boards=1000)
    assert find_hint(game, evaluation_for(7), boards=1000, plan=other.line) == found


def test_without_a_win_in_sight_and_a_shuffle_the_line_that_locks_most_comes_first() -> None:
    game = Game.start(random_deal(Random(3), ADDICTION.customised(shuffles=0)))
    found = find_hint(game, evaluation_for(13), boards=300)
    assert not found.line
    assert found.advice.wins_in is None
    assert found.advice.action in game.legal_moves()


def test_where_nothing_more_locks_a_shuffle_is_advised_if_one_may_be_made() -> None:
    variant = Variant("mini", columns=7, shuffles=1, redeal=ADDICTION.redeal)
    found = find_hint(game_on(NOTHING_LOCKS, variant), evaluation_for(7))
    assert found.advice.action is ControlAction.SHUFFLE


def test_where_no_way_wins_and_no_shuffle_is_left_the_hint_is_to_go_back() -> None:
    game = game_on(NOTHING_LOCKS, MINI.customised(shuffles=0))
    game = game.after(game.legal_moves()[0], 0)
    assert game.legal_moves()
    assert find_hint(game, evaluation_for(7)) == FoundHint(Advice(ControlAction.UNDO, "lost"))


WITH_FILL = Variant("mini", columns=3, shuffles=0, redeal=None, right_fill=True)


def small_game(*, can_win: bool) -> Game:
    """A game with the right-neighbour fill, without which it cannot be won."""
    random = Random("right fill")
    while True:
        board = random_board(random, 3)
        kinds = can_be_won(board), can_be_won(board, right_fill=True)
        if kinds == (False, can_win) and board.legal_moves(right_fill=True):
            return game_on(board, WITH_FILL)


def test_with_the_right_neighbour_fill_a_line_that_needs_it_is_followed() -> None:
    game = small_game(can_win=True)
    found = find_hint(game, evaluation_for(3))
    assert found.advice.wins_in == len(found.line) > 0
    for move in found.line:
        game = game.after(move, 0)
    assert game.is_won


def test_with_the_right_neighbour_fill_a_lost_position_is_recognised_too() -> None:
    game = small_game(can_win=False)
    game = game.after(game.legal_moves()[0], 0)
    advice = Advice(ControlAction.UNDO, "lost") if game.legal_moves() else Advice(ControlAction.UNDO, "back")
    assert find_hint(game, evaluation_for(3)) == FoundHint(advice)
