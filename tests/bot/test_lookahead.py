from random import Random

import pytest

from gaprace.bot.lookahead import MAX_ACTIONS, Lookahead, value_of
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


async def played(deal: Deal, seed: int) -> Game:
    """Play a whole game; fails if the rules refuse an action."""
    game, chooser = Game.start(deal), Lookahead(deal.variant, Random(seed))
    while not game.is_ended:
        game = game.after(await chooser.choose(view(game), game.board), game.number)
    return game


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
async def test_every_game_is_legal_and_ends(variant: Variant) -> None:
    for seed in range(3):
        game = await played(random_deal(Random(seed), variant), seed)
        assert game.number <= MAX_ACTIONS + 1
        assert game.is_won or game.is_resigned


async def test_a_custom_room_is_played_by_its_rules() -> None:
    variant = VARIANTS["mini"].customised(shuffles=3, right_fill=True)
    games = [await played(random_deal(Random(seed), variant), seed) for seed in range(5)]
    assert max(game.shuffles for game in games) <= 3


async def test_the_same_seed_plays_the_same_and_another_one_does_not() -> None:
    deal = random_deal(Random(5), VARIANTS["addiction"])
    first, again, other = [(await played(deal, seed)).transcript for seed in (1, 1, 2)]
    assert first == again != other


async def test_it_plays_sensibly() -> None:
    games = [await played(random_deal(Random(seed), VARIANTS["mini"]), seed) for seed in range(20)]
    assert sum(game.is_won for game in games) >= 10


async def test_it_finishes_what_is_nearly_won() -> None:
    won = won_board(13)
    before = bytearray(won.cells)
    before[11], before[12] = before[12], before[11]
    board = type(won)(bytes(before), 13)
    action: Action = await Lookahead(VARIANTS["addiction"], Random(0)).choose(GameView("g", "p", 0, 0, 0, 0), board)
    assert action == Move(won.cells[11], 11)
    assert value_of(won) > value_of(board)


async def test_it_resigns_at_last() -> None:
    game = Game.start(random_deal(Random(1), VARIANTS["addiction"]))
    tired = GameView("g", "p", MAX_ACTIONS, 0, 0, 0)
    assert await Lookahead(VARIANTS["addiction"], Random(0)).choose(tired, game.board) is ControlAction.RESIGN
