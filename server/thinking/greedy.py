"""Advice without any search, for servers that spare no processor for it."""

from collections.abc import Sequence

from server.ports import Judgement, StoredCertificate
from server.rules.actions import Action, Verb
from server.rules.board import Board
from server.rules.game import Game
from server.rules.variants import Variant
from server.solver.advice import Advice
from server.solver.greedy import advise


def greedy_plan(game: Game) -> Sequence[Action]:
    """Give the one action that looks best at once and leads to a board that was not there yet; none if there is none.

    A plan never goes back: whoever has nothing else to do is at the end.
    """
    advice = advise(game, {board.cells for board in game.undoable})
    return () if advice is None or advice.action is Verb.UNDO else (advice.action,)


class GreedyThinker:
    """Implements `ports.Thinker` as far as that is possible without a search."""

    searches = False

    async def hint(self, game: Game) -> Advice | None:
        """Advise what looks best at once."""
        return advise(game)

    async def plan(self, game: Game, level: int) -> Sequence[Action]:  # noqa: ARG002 - all levels are the same here
        """Give what looks best at once."""
        return greedy_plan(game)

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:  # noqa: ARG002 - never
        """Prove nothing."""
        return None

    async def judge(self, board: Board, *, right_fill: bool) -> Judgement | None:  # noqa: ARG002 - never
        """Judge nothing."""
        return None

    async def close(self) -> None:
        """Nothing is open."""
