"""The engine: the solver as the server uses it. A search may take long, so it runs in processes of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gaprace.ports.certified import StoredCertificate
from gaprace.rules.actions import Action
from gaprace.rules.board import Board, Move
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.advice import Advice
from gaprace.solver.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a board can be won by moves alone."""

    verdict: Verdict
    line: Sequence[Move] = ()
    """If it is winnable: moves that win it."""


class Engine(Protocol):
    """Searches in the background. A failed search raises nothing, and every call returns within a time limit."""

    @property
    def searches(self) -> bool:
        """Whether it searches at all. If not, it only gives greedy advice."""

    async def hint(self, game: Game) -> Advice | None:
        """Advise the next action, within a moment; None if nothing can be done any more."""

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:
        """Return the next actions of a bot of a level (1 to 5); none if there is nothing useful to do.

        Bots of one level play differently if their styles, which are any numbers, differ.
        """

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:
        """Prove that the opening of a deal code can be won without a shuffle; None if no proof is found in time."""

    async def judge(self, board: Board, *, right_fill: bool) -> Judgement | None:
        """Judge a board. None means that no search is possible right now: try again later."""

    async def close(self) -> None:
        """End all searches."""
