"""How well games with shuffles are played: share won and mean score, with 95 % intervals (`policy=1000` deals of each).

The deals and their shuffles are the same for all players. The bound is a player who foresees every shuffle: for `mini`
exact, since all boards that can be shuffled on are enumerated; otherwise each deal counts that is not proven lost to
that player, which is all of them. One process; `policy=100` takes a minute or two.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

import numpy as np

from gaprace.cli.survey import wilson
from gaprace.engine.jobs import prepare
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.game import Game
from gaprace.rules.results import score
from gaprace.rules.variants import VARIANTS
from gaprace.solver.bot_levels import LEVEL_BOARDS, STRONGEST, plan
from gaprace.solver.greedy import greedy_plan
from gaprace.solver.hint import find_hint
from gaprace.solver.search import BestFirstSearch, Policy
from gaprace.solver.shuffle_chance import stuck_among
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from tests.positions import random_deal

NAMES = "addiction", "gaps", "mini"
MAX_ACTIONS = 600
ALL_BOARDS = 3_000_000
"""Of a `mini` deal that cannot be won by moves, no more boards than this can be reached."""

Player = Callable[[Game], Sequence[Action]]


class Played(NamedTuple):
    won: list[bool]
    scores: list[int]
    shuffles: list[int]
    decisions_ms: list[float]


def level(number: int, game: Game) -> Sequence[Action]:
    return plan(game, evaluation_for(game.board.columns), number)


def locks_then_shuffles(game: Game) -> Sequence[Action]:
    """The rule of levels 2 to 4, with as many boards as the strongest level has."""
    search = BestFirstSearch(game.board, evaluation_for(game.board.columns))
    search.run(LEVEL_BOARDS[STRONGEST])
    locked, line = search.most_locked()
    if locked > game.board.locked:
        return line
    return (ControlAction.SHUFFLE,) if game.allows_shuffle else greedy_plan(game)


def by_hints(game: Game) -> Sequence[Action]:
    """Follow hints; give up where one would undo without a shuffle in view."""
    found = find_hint(game, evaluation_for(game.board.columns))
    if found is None or found.advice.reason in {"lost", "back"}:
        return ()
    return found.line or (found.advice.action,)


PLAYERS: dict[str, Player] = {
    "greedy (level 1)": partial(level, 1),
    **{f"level {number}": partial(level, number) for number in (2, 3, 4)},
    "locks most, then shuffles": locks_then_shuffles,
    "the policy (level 5)": partial(level, STRONGEST),
    "hints, one after the other": by_hints,
}


def played(game: Game, player: Player, into: Played) -> None:
    while game.number < MAX_ACTIONS and not game.is_ended:
        began = process_time()
        actions = player(game)
        into.decisions_ms.append(1e3 * (process_time() - began))
        if not actions:
            break
        for action in actions:
            game = game.after(action, 0)
    into.won.append(game.is_won)
    into.scores.append(score(game))
    into.shuffles.append(game.shuffles)


def foreseen(game: Game) -> bool:
    """Whether a player who knows the one shuffle of a `mini` deal can win it."""
    evaluation, variant = evaluation_for(game.board.columns), game.deal.variant
    if solve(game.board, evaluation).verdict == "winnable":
        return True
    every = BestFirstSearch(game.board, evaluation, Policy(locks_at_once=False))
    every.run(ALL_BOARDS)
    if not every.is_exhausted:
        return True
    stuck = every.cells[stuck_among(every.cells, variant)]
    after = {game.deal.shuffled(evaluation.encoding.decode(row), 1) for row in np.unique(stuck, axis=0)}
    return any(solve(board, evaluation).verdict != "unwinnable" for board in after)


def share(won: Sequence[bool]) -> str:
    low, high = wilson(sum(won), len(won))
    return f"won {sum(won) / len(won):6.1%} ({low:.1%} to {high:.1%})"


def show(name: str, found: Played) -> None:
    mean, error = fmean(found.scores), 1.96 * stdev(found.scores) / len(found.scores) ** 0.5
    middle, late = np.percentile(found.decisions_ms, [50, 95])
    print(
        f"  {name:<27} {share(found.won)}, score {mean:5.1f} +- {error:.1f}, {fmean(found.shuffles):.1f} shuffles;"
        f" CPU of a decision p50 {middle:.0f} ms, p95 {late:.0f} ms",
        flush=True,
    )


def run(deals: int = 1_000) -> None:
    prepare("")
    for name in NAMES:
        random = Random(f"policy/{name}")
        games = [Game.start(random_deal(random, VARIANTS[name])) for _ in range(deals)]
        print(f"{name}, {deals} deals")
        for player_name, player in PLAYERS.items():
            found = Played([], [], [], [])
            for game in games:
                played(game, player, found)
            show(player_name, found)
        if name == "mini":
            print(f"  {'foresees the shuffle':<27} {share([foreseen(game) for game in games])}", flush=True)
