"""The win probability over a finished game with verdicts for its positions: the curve, and the costliest actions."""

from collections.abc import Sequence

from msgspec import field

from gaprace.play.study.accuracy import accuracy, costs, first_needed
from gaprace.rules.actions import Action, ControlAction, action_text
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.solver.position import Appraisal, Position
from gaprace.solver.verdict import Verdict
from gaprace.wire import Wire
from gaprace.wire.http import CostlyAction

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

    # What has to be found

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
            chances[-1] = 0.0  # what was left is given up
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
