"""The engine of a server without search processes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from gaprace.ports import AtOnce, Background, Judgement, Proof, StoredCertificate
from gaprace.rules.actions import Action
from gaprace.rules.board import Board
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.greedy import advise, greedy_plan
from gaprace.solver.position import Advice, Appraisal, Outlook, Position
from gaprace.solver.puzzle import Mistake, Puzzle


def advising(game: Game) -> Iterator[Advice | None]:
    """Yield the greedy advice, as the one step of a computation."""
    yield advise(game)


class GreedyEngine:
    """Implements `ports.Engine` as far as possible without a search: it plays the first good move."""

    searches = False
    background: Background = AtOnce()

    @property
    def queues(self) -> Mapping[str, int]:
        """See `Engine`; nothing waits."""
        return {}

    @classmethod
    def beside(cls, background: Background) -> Self:
        """Return an engine that gives its advice in the background: many hints take no time of the event loop."""
        engine = cls()
        engine.background = background
        return engine

    async def hint(self, game: Game) -> Advice | None:
        """Return the greedy advice."""
        return await self.background.last(advising(game), 1)

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:  # noqa: ARG002  # all levels are alike
        """Return the greedy plan."""
        return greedy_plan(game, style)

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:  # noqa: ARG002
        """Return None: a certificate needs a search."""
        return None

    async def judge(self, variant: Variant, code: str) -> Judgement | None:  # noqa: ARG002
        """Return that nothing is certified, since that needs a search."""
        return Judgement(None)

    async def prove(self, board: Board, *, right_fill: bool) -> Proof | None:  # noqa: ARG002
        """Return None: a proof needs a search."""
        return None

    async def puzzles(self, variant: Variant, code: str) -> Sequence[Puzzle]:  # noqa: ARG002
        """Return none: puzzles need a search."""
        return ()

    async def mistakes(self, runs: Sequence[Sequence[Board]]) -> Sequence[Mistake]:  # noqa: ARG002
        """Return none: puzzles need a search."""
        return ()

    async def appraise(
        self,
        positions: Sequence[Position],  # noqa: ARG002
        variant: Variant,  # noqa: ARG002
        *,
        is_awaited: bool = False,  # noqa: ARG002
    ) -> Sequence[Appraisal] | None:
        """Return None: a win probability needs a search."""
        return None

    async def appraise_shuffle(self, position: Position, variant: Variant) -> float | None:  # noqa: ARG002
        """Return None: a win probability needs a search."""
        return None

    async def outlooks(self, positions: Sequence[Position], variant: Variant) -> Sequence[Outlook | None]:  # noqa: ARG002
        """Return None for each: an outlook needs a search."""
        return [None for _ in positions]

    async def close(self) -> None:
        """Do nothing: nothing is open."""
