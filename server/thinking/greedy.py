"""Advice without any search, for servers that spare no processor for it."""

from collections.abc import Sequence

from server.ports import Judgement, StoredCertificate
from server.rules.actions import Action
from server.rules.board import Board
from server.rules.game import Game
from server.rules.variants import Variant
from server.solver.advice import Advice
from server.solver.greedy import advise, greedy_plan


class GreedyThinker:
    """Implements `ports.Thinker` as far as that is possible without a search."""

    searches = False

    async def hint(self, game: Game) -> Advice | None:
        """Advise what looks best at once."""
        return advise(game)

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:  # noqa: ARG002 - all levels are alike
        """Give what looks best at once."""
        return greedy_plan(game, style)

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:  # noqa: ARG002 - never
        """Prove nothing."""
        return None

    async def judge(self, board: Board, *, right_fill: bool) -> Judgement | None:  # noqa: ARG002 - never
        """Judge nothing."""
        return None

    async def close(self) -> None:
        """Nothing is open."""
