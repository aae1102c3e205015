"""What the services need of the solver. It may think long, so it thinks in processes of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gaprace.ports.dailies import StoredCertificate
from gaprace.rules.actions import Action
from gaprace.rules.board import Board, Move
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.advice import Advice
from gaprace.solver.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether moves alone win a board."""

    verdict: Verdict
    line: Sequence[Move] = ()
    """For a winnable one: moves that win it."""


class Engine(Protocol):
    """Searches beside the event loop. Nothing here raises because a search failed, or waits for ever."""

    @property
    def searches(self) -> bool:
        """Whether it searches at all; if not, it only has advice that looks best at once."""

    async def hint(self, game: Game) -> Advice | None:
        """Advise the next action, within a moment; None when nothing can be done any more."""

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:
        """Return what a bot of a level (1 to 5) does next: some actions in a row, none when nothing leads on.

        Bots of one level play differently if their styles, any numbers, differ.
        """

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:
        """Prove that the opening of a deal code can be won without a shuffle; None if that is not found in time."""

    async def judge(self, board: Board, *, right_fill: bool) -> Judgement | None:
        """Judge a board; None: it could not be done now, try again later."""

    async def close(self) -> None:
        """End all searches."""
