"""People-like games and copied ones, to measure the rules of `gaprace.rules.fair_play`. All from the `Random` given.

Nobody was watched for this: the paces are models. A thinker stops before some free choices and then carries out what
was planned; a steady player takes each move's time anew; a room bot's pace is that of `play.live.bots`. All of them
slip, undo, and lose their connection now and then, so that several actions arrive at once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from gaprace.errors import IllegalAction
from gaprace.play.live.bots import PACE_MS
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import Board
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.bot_levels import plan
from gaprace.solver.certificate import certify
from gaprace.solver.greedy import greedy_plan
from gaprace.solver.tables import evaluation_for
from tests.lookahead import Lookahead
from tests.positions import random_code, random_deal

Pace = Callable[[Game, Action], float]
"""The pause before an action, in ms."""
MAX_ACTIONS = 400
MIN_TAP_MS = 140
MAX_LINE_BOARDS = 60_000
"""Boards to search for the line of a deal; deals that need more are passed over."""


# What they play


def greedy(random: Random, _: Variant) -> Callable[[Game], Sequence[Action]]:
    return partial(greedy_plan, style=random.getrandbits(16))


def planner(random: Random, variant: Variant) -> Callable[[Game], Sequence[Action]]:
    evaluation, level, style = evaluation_for(variant.columns), random.choice([2, 2, 3]), random.getrandbits(16)
    return lambda game: plan(game, evaluation, level, style)


def lookahead(random: Random, variant: Variant) -> Callable[[Game], Sequence[Action]]:
    chooser = Lookahead(variant, random)
    return lambda game: (chooser.choose(game),)


CHOOSERS = (greedy, greedy, greedy, planner, planner, lookahead)


# How fast they play


def thinker(random: Random) -> Pace:
    """Stops before some free choices, and carries out the rest at the pace of its hands."""
    hand_ms, hand_spread = 750 * random.lognormvariate(0, 0.3), random.uniform(0.3, 0.55)
    thought_ms, how_often = 3_000 * random.lognormvariate(0, 0.4), random.uniform(0.08, 0.3)

    def pause(game: Game, _: Action) -> float:
        hand = hand_ms * random.lognormvariate(0, hand_spread)
        is_thinking = len(game.legal_moves()) > 1 and random.random() < how_often
        return hand + (thought_ms * random.lognormvariate(0, 0.7) if is_thinking or not game.number else 0)

    return pause


def steady(random: Random) -> Pace:
    """Takes each action's time anew, whatever the board."""
    mean_ms, spread = random.uniform(700, 2_500), random.uniform(0.4, 0.7)
    return lambda *_: mean_ms * random.lognormvariate(0, spread)


def room_bot(random: Random) -> Pace:
    """Plays as the bots of rooms do (`play.live.bots.pause_ms`)."""
    mean_ms = PACE_MS[random.choice([*PACE_MS])]
    return lambda *_: mean_ms * random.uniform(0.5, 1.5)


PACES = (*(thinker,) * 7, steady, steady, room_bot)


@dataclass
class Person:
    """A player with a way to choose and a pace."""

    random: Random
    choose: Callable[[Game], Sequence[Action]]
    pace: Pace
    slips: float
    """The part of its actions that are slips: some legal move, undone at once."""
    whims: float
    """The part of its moves that are some legal move instead of the one that its way to choose finds best."""

    @classmethod
    def drawn(cls, random: Random, variant: Variant) -> "Person":
        choose, pace = random.choice(CHOOSERS)(random, variant), random.choice(PACES)(random)
        return cls(random, choose, pace, random.uniform(0, 0.06), random.uniform(0.02, 0.15))

    def play(self, game: Game) -> Game:
        """Play a game to its end; the times are those of its own clock."""
        planned: list[Action] = []
        while not game.is_ended and game.number < MAX_ACTIONS:
            planned = planned or [*self.choose(game)] or [ControlAction.RESIGN]
            if self.random.random() < self.slips:
                game = self._slip(game)
            if self.random.random() < self.whims and (moves := game.legal_moves()):
                planned = [self.random.choice(moves)]
            try:
                game = game.after(planned[0], self._due(game, self.pace(game, planned[0])))
            except IllegalAction:
                game = game.after(ControlAction.RESIGN, self._due(game, 1_000))
            planned = planned[1:]
        return game

    def _slip(self, game: Game) -> Game:
        """Make moves that are undone at once, as fast as a finger taps."""
        made = game
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            moves = made.legal_moves()
            if moves:
                made = made.after(self.random.choice(moves), self._due(made, self.pace(made, moves[0])))
        for _ in range(made.number - game.number):
            if made.is_won:
                return game
            made = made.after(ControlAction.UNDO, self._due(made, self.random.uniform(200, 900)))
        return made

    @staticmethod
    def _due(game: Game, pause: float) -> int:
        return game.time_ms + max(MIN_TAP_MS, round(pause))


def people_like_game(random: Random, deal: Deal | None = None) -> Game:
    """A game of one of the people, with a cut connection now and then."""
    deal = deal or random_deal(random, VARIANTS[random.choice(["addiction", "addiction", "mini", "gaps"])])
    person = Person.drawn(random, deal.variant)
    game = person.play(Game.start(deal))
    return cut_off(random, game) if random.random() < 0.1 else game


def long_game(random: Random) -> Game:
    """A careful person's game of addiction, with many moves."""
    variant = VARIANTS["addiction"]
    person = Person(random, greedy(random, variant), thinker(random), slips=0.0, whims=0.05)
    return person.play(Game.start(random_deal(random, variant)))


def cut_off(random: Random, game: Game) -> Game:
    """The game as the server has it after a cut of some seconds: what was done meanwhile arrives at its end."""
    starts = random.uniform(0, max(1, game.time_ms))
    ends = starts + random.uniform(1_000, 8_000)
    return retimed(game, [round(ends) if starts < ms < ends else ms for _, ms in game.actions])


def retimed(game: Game, times: Sequence[int]) -> Game:
    """The same actions at other times."""
    again = Game.start(game.deal)
    for (action, _), ms in zip(game.actions, times, strict=True):
        again = again.after(action, ms)
    return again


# Copied games


def solver_lines(random: Random, wanted: int) -> Iterator[tuple[Game, list[Board]]]:
    """Games on certified deals that follow a line of the solver, at no time, and the boards of the certified line."""
    while wanted:
        variant = VARIANTS["mini" if wanted % 4 == 0 else "addiction"]
        code = random_code(random)
        found = certify(code, variant, evaluation_for(variant.columns), boards=MAX_LINE_BOARDS)
        if found.is_winnable:
            wanted -= 1
            deal = random_deal(random, variant)
            game = Game.start(type(deal)(variant, code, deal.secret))
            for move in found.line:
                game = game.after(move, 0)
            yield game, [*game.undoable[1:], game.board]


def at_pace(game: Game, pace: Pace) -> Game:
    """The same moves, each after a pause."""
    again = Game.start(game.deal)
    for action, _ in game.actions:
        again = again.after(action, again.time_ms + max(0, round(pace(again, action))))
    return again


MACHINE_PACES: dict[str, Callable[[Random], Pace]] = {
    "at once": lambda _: lambda *_: 0,
    "30 a second": lambda _: lambda *_: 33,
    "5 to 60 ms": lambda random: lambda *_: random.uniform(5, 60),
    "60 to 180 ms": lambda random: lambda *_: random.uniform(60, 180),
    "every second": lambda _: lambda *_: 1_000,
    "1 s, 20 % jitter": lambda random: lambda *_: random.uniform(800, 1_200),
}
HUMAN_PACES: dict[str, Callable[[Random], Pace]] = {
    "1 s, 50 % jitter": lambda random: lambda *_: random.uniform(500, 1_500),
    "log-normal, median 0.5 s": lambda random: lambda *_: 500 * random.lognormvariate(0, 0.5),
    "log-normal, median 1 s": lambda random: lambda *_: 1_000 * random.lognormvariate(0, 0.5),
    "as a thinker": thinker,
}
