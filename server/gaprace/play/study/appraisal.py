"""The win probability over a finished game with verdicts for its positions: the curve, and the costliest actions.

The accuracy of a game is the share of the win probability that the player has kept. The chance changes by the player's
decisions and by the luck of shuffles. Only decisions count: the luck of a shuffle is the chance after it minus the mean
over all possible shuffles. The accuracy is the chance at the end minus the luck, divided by the chance at the start.
AIVAT removes luck from poker results in the same way (Burch and others, "AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games", 2018). A mistake that is undone costs nothing, and a lucky shuffle
earns nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import field

from gaprace.errors import IllegalAction
from gaprace.rules.actions import Action, ControlAction, action_text
from gaprace.rules.board import Board, Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.solver.answers import Appraisal, Position, Verdict
from gaprace.wire import Wire
from gaprace.wire.http import CostlyAction

MIN_CHANCE = 0.02
"""Below this chance at the start, nothing is said of what was kept."""
MIN_COST = 0.05
"""A smaller loss is not listed: estimates are no better."""
MAX_COSTS = 3


class Needed(NamedTuple):
    """The first move of a line that another move has made impossible, and the number of moves until it comes."""

    move: Move
    later: int


def accuracy(chances: Sequence[float], after_shuffle: Mapping[int, float]) -> int | None:
    """Return the kept share of the chance, 0 to 100; None if there was almost no chance.

    `chances` has the win probability of each position, from the opening on; `after_shuffle`, by the number of each
    shuffle among the actions, the mean chance of all shuffles that it could have been.
    """
    if chances[0] < MIN_CHANCE:
        return None
    luck = sum(chances[n] - mean for n, mean in after_shuffle.items())
    return round(100 * min(max((chances[-1] - luck) / chances[0], 0.0), 1.0))


def costs(actions: Sequence[Action], chances: Sequence[float], after_shuffle: Mapping[int, float]) -> dict[int, float]:
    """Return the costliest actions by number, with their cost in chance; the costliest first.

    Actions that were undone for good cost nothing.
    """
    taken = {n: chances[n - 1] - after_shuffle.get(n, chances[n]) for n in standing(actions)}
    dear = sorted((n for n, cost in taken.items() if cost >= MIN_COST), key=lambda n: (-taken[n], n))
    return {n: taken[n] for n in dear[:MAX_COSTS]}


def standing(actions: Sequence[Action]) -> list[int]:
    """Return the numbers of the moves and shuffles that led to the last board, in order: those not undone."""
    done: list[int] = []
    undone: list[int] = []
    for n, action in enumerate(actions, start=1):
        match action:
            case ControlAction.UNDO:
                undone.append(done.pop())
            case ControlAction.REDO:
                done.append(undone.pop())
            case ControlAction.RESIGN:
                pass
            case _:
                done.append(n)
                undone.clear()
    return done


def first_needed(board: Board, line: Iterable[Move], *, right_fill: bool) -> Needed | None:
    """Return the first move of a line that is impossible from a board; None if all are possible."""
    for number, move in enumerate(line, start=1):
        try:
            board = board.after(move, right_fill=right_fill)
        except IllegalAction:
            return Needed(move, number)
    return None


MAX_POSITIONS = 1_500
"""A game with more different positions is left without win probabilities: they would take ten seconds."""
DIGITS = 3


class Appraised(Wire, frozen=True):
    """The stored and shown results; see `wire.http.Analysis`."""

    chances: list[float] = field(default_factory=list)
    accuracy: int | None = None
    costs: list[CostlyAction] = field(default_factory=list)


class GameAppraisal:
    """The win probabilities of one game, as far as they are known."""

    def __init__(self, deal: Deal, transcript: str, verdicts: Sequence[Verdict]) -> None:
        """Play a finished game again, whose positions have these verdicts."""
        self.variant = deal.variant
        self._positions: list[Position] = []
        for game, verdict in zip(Game.replaying(deal, transcript), verdicts, strict=True):
            self._positions.append(Position(game.board, game.shuffles_left, verdict))
        self._actions: list[Action] = [timed.action for timed in game.actions]
        self._known = {each: Appraisal(1.0) for each in self._positions if each.verdict == "winnable"}
        self._after_shuffle: dict[int, float] = {}

    # Positions to appraise

    def open_positions(self) -> list[Position]:
        """Return the positions whose win probability has to be found; none of a game that is too long."""
        found = [each for each in dict.fromkeys(self._positions) if each not in self._known]
        return found if len(found) <= MAX_POSITIONS else []

    def chosen_shuffles(self) -> dict[int, Position]:
        """Return the position before each shuffle that was not forced, by the number of the shuffle."""
        shuffles = [n for n, action in enumerate(self._actions, start=1) if action is ControlAction.SHUFFLE]
        fill = self.variant.right_fill
        before = {n: self._positions[n - 1] for n in shuffles}
        return {n: position for n, position in before.items() if not position.board.is_stuck(right_fill=fill)}

    def lost_wins(self) -> list[Position]:
        """Return the positions in which one of the costliest actions gave up a proven win, whose line is needed."""
        return [self._positions[n - 1] for n in self._costs() if self._positions[n - 1].verdict == "winnable"]

    # Learning

    def learn(self, position: Position, appraisal: Appraisal) -> None:
        """Record the win probability of a position."""
        self._known[position] = appraisal

    def learn_line(self, position: Position, line: Sequence[Move]) -> None:
        """Record a line that wins a winnable position."""
        self._known[position] = Appraisal(1.0, line)

    def learn_shuffle(self, n: int, mean: float) -> None:
        """Record the mean win probability after all shuffles that action `n` could have been."""
        self._after_shuffle[n] = mean

    # Results

    def result(self) -> Appraised | None:
        """Return the win probabilities with the accuracy and the costs; None if some are missing."""
        if any(each not in self._known for each in self._positions):
            return None
        chances = self._chances()
        return Appraised(
            [round(each, DIGITS) for each in chances],
            accuracy(chances, self._expected()),
            [self._costly(n, cost) for n, cost in self._costs().items()],
        )

    def _chances(self) -> list[float]:
        chances = [self._known[each].win for each in self._positions]
        if self._actions and self._actions[-1] is ControlAction.RESIGN:
            chances[-1] = 0.0  # the rest is given up
        return chances

    def _expected(self) -> dict[int, float]:
        """Return the mean chance after each shuffle. One that was forced cannot have cost anything."""
        chances = self._chances()
        shuffles = [n for n, action in enumerate(self._actions, start=1) if action is ControlAction.SHUFFLE]
        return {n: self._after_shuffle.get(n, chances[n - 1]) for n in shuffles}

    def _costs(self) -> dict[int, float]:
        return costs(self._actions, self._chances(), self._expected())

    def _costly(self, n: int, cost: float) -> CostlyAction:
        before, after = self._positions[n - 1], self._positions[n]
        line = self._known[before].line
        is_move = isinstance(self._actions[n - 1], Move)
        needed = first_needed(after.board, line, right_fill=self.variant.right_fill) if is_move else None
        return CostlyAction(
            n,
            round(100 * cost),
            [action_text(move) for move in line],
            wins=before.verdict == "winnable" and bool(line),
            needed=action_text(needed.move) if needed else None,
            later=needed.later if needed else 0,
        )
