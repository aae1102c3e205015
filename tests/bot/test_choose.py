from random import Random

import pytest

from gaprace.bot.choose import MAX_ACTIONS, Chooser, worth
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.wire import GameView
from tests.positions import random_deal, won_board


def view(game: Game) -> GameView:
    board = game.board
    return GameView("g", "p", game.number, board.locked, game.moves, game.shuffles, undoable=len(game.undoable))


def played(deal: Deal, seed: int) -> Game:
    """A whole game. The rules refuse nothing of it, or this fails."""
    game, chooser = Game.start(deal), Chooser(deal.variant, Random(seed))
    while not game.is_ended:
        game = game.after(chooser.choose(view(game), game.board), game.number)
    return game


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_game_is_legal_and_ends(variant: Variant) -> None:
    for seed in range(3):
        game = played(random_deal(Random(seed), variant), seed)
        assert game.number <= MAX_ACTIONS + 1
        assert game.is_won or game.is_resigned


def test_a_custom_room_is_played_by_its_rules() -> None:
    variant = VARIANTS["mini"].customised(shuffles=3, right_fill=True)
    assert max(played(random_deal(Random(seed), variant), seed).shuffles for seed in range(5)) <= 3


def test_the_same_seed_plays_the_same_and_another_one_does_not() -> None:
    deal = random_deal(Random(5), VARIANTS["addiction"])
    assert played(deal, 1).transcript == played(deal, 1).transcript != played(deal, 2).transcript


def test_it_plays_sensibly() -> None:
    games = [played(random_deal(Random(seed), VARIANTS["mini"]), seed) for seed in range(20)]
    assert sum(game.is_won for game in games) >= 10


def test_it_finishes_what_is_nearly_won() -> None:
    won = won_board(13)
    before = bytearray(won.cells)
    before[11], before[12] = before[12], before[11]
    board = type(won)(bytes(before), 13)
    action: Action = Chooser(VARIANTS["addiction"], Random(0)).choose(GameView("g", "p", 0, 0, 0, 0), board)
    assert action == Move(won.cells[11], 11)
    assert worth(won) > worth(board)


def test_it_resigns_at_last() -> None:
    game = Game.start(random_deal(Random(1), VARIANTS["addiction"]))
    tired = GameView("g", "p", MAX_ACTIONS, 0, 0, 0)
    assert Chooser(VARIANTS["addiction"], Random(0)).choose(tired, game.board) is ControlAction.RESIGN
