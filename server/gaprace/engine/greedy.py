"""Advice without any search, for servers that spare no processor for it."""

from collections.abc import Sequence

from gaprace.ports import Judgement, StoredCertificate
from gaprace.rules.actions import Action
from gaprace.rules.board import Board
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.advice import Advice
from gaprace.solver.greedy import advise, greedy_plan


class GreedyEngine:
    """Implements `ports.Engine` as far as that is possible without a search."""

    searches = False

    async def hint(self, game: Game) -> Advice | None:
        """Advise what looks best at once."""
        return advise(game)

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:  # noqa: ARG002 - all levels are alike
        """Return what looks best at once."""
        return greedy_plan(game, style)

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:  # noqa: ARG002 - never
        """Prove nothing."""
        return None

    async def judge(self, board: Board, *, right_fill: bool) -> Judgement | None:  # noqa: ARG002 - never
        """Judge nothing."""
        return None

    async def close(self) -> None:
        """Nothing is open."""
