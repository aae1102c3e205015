from random import Random

import pytest

from gaprace.bot.planner import Planner
from gaprace.engine.greedy import GreedyEngine
from gaprace.play.live.settings import choice_of
from gaprace.ports import Engine
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver import bot_levels as module
from gaprace.solver.bot_levels import STRONGEST, plan
from gaprace.solver.tables import evaluation_for
from gaprace.wire import GameView, Settings
from tests.positions import random_deal


class Searching(GreedyEngine):
    """Searches in this process."""

    async def plan(self, game: Game, level: int, style: int) -> object:
        return plan(game, evaluation_for(game.board.columns), level, style)


def view(game: Game) -> GameView:
    board = game.board
    return GameView("g", game.number, board.locked, game.moves, game.shuffles, player="p", undoable=len(game.undoable))


async def played(deal: Deal, level: int, style: int = 0, engine: Engine | None = None) -> Game:
    """Play a whole game; fails if the rules refuse an action."""
    settings = Settings(choice_of(deal.variant))
    game, planner = Game.start(deal), Planner(settings, level, style, engine or Searching())
    while not game.is_ended:
        game = game.after(await planner.choose(view(game), game.board), game.number)
    return game


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
async def test_a_game_of_any_variant_is_legal_and_ends(variant: Variant) -> None:
    for seed in range(2):
        game = await played(random_deal(Random(seed), variant), level=2)
        assert game.is_won or game.is_resigned
    custom = variant.customised(right_fill=True)
    assert (await played(random_deal(Random(1), custom), level=1)).is_ended


@pytest.mark.parametrize("name", ["addiction", "gaps"])
async def test_the_strongest_bot_undoes_and_shuffles_by_the_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEVEL_BOARDS", {STRONGEST: 300})
    deals = [random_deal(Random(seed), VARIANTS[name]) for seed in range(4)]
    games = [await played(deal, STRONGEST, style=seed) for seed, deal in enumerate(deals)]
    assert all(game.is_won or game.is_resigned for game in games)
    assert any(game.shuffles for game in games)


async def test_the_stronger_the_more_is_locked() -> None:
    deals = [random_deal(Random(seed), VARIANTS["addiction"]) for seed in range(6)]
    weak, strong = [sum([(await played(deal, level)).board.locked for deal in deals]) for level in (1, 4)]
    assert weak < strong


async def test_bots_of_one_level_play_differently() -> None:
    deal = random_deal(Random(3), VARIANTS["addiction"])
    for level in (1, 3):
        games = [(await played(deal, level, style)).actions for style in range(4)]
        assert len(set(games)) > 1
        assert (await played(deal, level, 2)).actions == games[2]


async def test_every_game_ends_even_if_the_engine_repeats_itself() -> None:
    class Shuttles(GreedyEngine):
        async def plan(self, game: Game, level: int, style: int) -> object:
            return game.legal_moves()[:1]

    deal = random_deal(Random(1), VARIANTS["montana"].customised(shuffles=0))
    assert (await played(deal, 5, engine=Shuttles())).is_ended
