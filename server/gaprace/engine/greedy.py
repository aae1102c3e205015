"""The engine of a server without search processes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from gaprace.ports import AtOnce, Background, Judgement, Proof, StoredCertificate
from gaprace.rules.actions import Action
from gaprace.rules.board import Board
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.answers import Advice, Appraisal, Mistake, Outlook, Position, Puzzle
from gaprace.solver.greedy import advise, greedy_plan


def advising(game: Game) -> Iterator[Advice | None]:
    """Yield the greedy advice, as the one step of a computation."""
    yield advise(game)


class GreedyEngine:
    """Implements `ports.Engine` as far as possible without a search: it plays the first good move.

    Certificates, proofs, puzzles, win probabilities and outlooks need one.
    """

    searches = False
    background: Background = AtOnce()

    @property
    def queues(self) -> Mapping[str, int]:
        return {}

    @classmethod
    def beside(cls, background: Background) -> Self:
        """Return an engine that gives its advice in the background: many hints take no time of the event loop."""
        engine = cls()
        engine.background = background
        return engine

    async def hint(self, game: Game) -> Advice | None:
        return await self.background.last(advising(game), 1)

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:
        return greedy_plan(game, style)

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:
        return None

    async def judge(self, variant: Variant, code: str) -> Judgement | None:
        return Judgement(None)

    async def prove(self, board: Board, *, right_fill: bool) -> Proof | None:
        return None

    async def puzzles(self, variant: Variant, code: str) -> Sequence[Puzzle]:
        return ()

    async def mistakes(self, runs: Sequence[Sequence[Board]]) -> Sequence[Mistake]:
        return ()

    async def appraise(
        self, positions: Sequence[Position], variant: Variant, *, is_awaited: bool = False
    ) -> Sequence[Appraisal] | None:
        return None

    async def appraise_shuffle(self, position: Position, variant: Variant) -> float | None:
        return None

    async def outlooks(self, positions: Sequence[Position], variant: Variant) -> Sequence[Outlook | None]:
        return [None for _ in positions]

    async def close(self) -> None:
        """Do nothing: nothing is open."""
