"""Games of bots whose positions and outcomes the win probability is fitted to, and measured on.

A game is played in two parts. First by somebody who makes mistakes: plans of a weak bot, left early, with moves at
random. Then, from where that ends, by the strong player, who is the policy for shuffles (`gaprace.solver.policy`) and
undoes nothing that was before. Recorded is the position between the two parts, and the one after each shuffle that the
strong player makes. So no position was chosen with a knowledge of what follows, and the share of the wins among equal
positions is the strong player's chance.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from gaprace.rules.actions import ControlAction
from gaprace.rules.board import Board
from gaprace.rules.codes import code_of
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game, History
from gaprace.rules.variants import Variant
from gaprace.solver.bot_levels import plan, strong_plan
from gaprace.solver.evaluation import Evaluation

STRONG_BOARDS = 16_000
"""The strong player looks into this many boards before each plan, some 10 ms: without a style and with a quarter for a
best-first search, so that it finds every win that the short search of the estimate finds."""
WEAK_LEVELS = 2, 3
"""The levels of the weak bot (`gaprace.solver.bot_levels`). This and the next four are guesses at how people play: they
decide how often a position occurs, not how often it is won."""
MAX_PLANS = 10
"""Plans that the first part follows at most; often none, so that openings are among the positions."""
LEAVES_EARLY, RANDOM_MOVES = 0.7, 3
"""How often a plan is left before its end, and how many moves at random may come after it."""
SHUFFLES_EARLY = 0.1
"""How often a shuffle that is allowed is made at once."""
MAX_ACTIONS = 2_000
"""Then a game counts as ended: a guard."""


class Sample(NamedTuple):
    """A position, and how the strong player went on from it."""

    board: Board
    shuffles_left: int
    needs_shuffle: bool
    """Whether no win was found without a shuffle."""
    won: bool
    locked: int
    """Locked cards at the end."""


def samples(variant: Variant, evaluation: Evaluation, random: Random) -> Iterator[Sample]:
    """Yield the positions of games without end, equal for equal `random`."""
    while True:
        deal = Deal(variant, code_of(random.getrandbits(48)), random.randbytes(32))
        game = _weak_part(Game.start(deal), evaluation, random)
        if not game.is_ended:
            yield from _strong_part(game, evaluation)


def _weak_part(game: Game, evaluation: Evaluation, random: Random) -> Game:
    for _ in range(random.randrange(MAX_PLANS + 1) * random.randrange(2)):
        actions = plan(game, evaluation, random.choice(WEAK_LEVELS), random.getrandbits(16))
        kept = random.randint(1, len(actions)) if actions and random.random() < LEAVES_EARLY else len(actions)
        for action in actions[:kept]:
            game = game.after(action, 0)
        game = _at_random(game, random)
    return game


def _at_random(game: Game, random: Random) -> Game:
    for _ in range(random.randrange(RANDOM_MOVES + 1)):
        if moves := game.legal_moves():
            game = game.after(random.choice(moves), 0)
    shuffles = game.allows_shuffle and random.random() < SHUFFLES_EARLY
    return game.after(ControlAction.SHUFFLE, 0) if shuffles else game


def _strong_part(game: Game, evaluation: Evaluation) -> list[Sample]:
    starts = [_from_here(game)]
    game = starts[0]
    while not game.is_ended and game.number < MAX_ACTIONS and (actions := strong_plan(game, evaluation, STRONG_BOARDS)):
        for action in actions:
            game = game.after(action, 0)
        if actions[-1] is ControlAction.SHUFFLE:
            game = _from_here(game)
            starts.append(game)
    return [
        Sample(start.board, start.shuffles_left, start is not starts[-1] or not game.is_won, game.is_won, game.locked)
        for start in starts
    ]


def _from_here(game: Game) -> Game:
    """Return a game without what could be undone, so that the outcome depends on the position alone."""
    return replace(game, undoable=History(), redoable=History())
