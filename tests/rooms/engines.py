"""Thinkers for tests of services: quick, and always the same."""

import asyncio
from collections.abc import Sequence

from gaprace.engine.greedy import GreedyEngine
from gaprace.ports import Judgement, Proof, StoredCertificate
from gaprace.rules.board import Board
from gaprace.rules.variants import Variant
from gaprace.solver.answers import Appraisal, Outlook, Position

CERTIFICATE = StoredCertificate(par=44, harder_permille=321, line="6D@27 7D@28")


class JudgingEngine(GreedyEngine):
    """Judges candidates as the processes of an engine do, in this one."""

    searches = True

    async def judge(self, variant: Variant, code: str) -> Judgement | None:
        from gaprace.engine.jobs import judge_candidate  # noqa: PLC0415  # most tests do not need the solver

        return judge_candidate(variant, code)


class QuickThinker(GreedyEngine):
    """Certifies every other candidate, and takes a board with few locked cards for winnable."""

    searches = True

    def __init__(self, *, most_locked: int = 3) -> None:
        self.most_locked = most_locked
        self.candidates: list[tuple[str, str]] = []
        self.proven: list[Board] = []
        self.failures = 0
        """How often it is to fail at judging."""
        self.looked_at: list[Position] = []
        self.most_outlooks = 1_000
        """The positions whose chances were asked for."""
        self.may_prove = asyncio.Event()
        self.may_prove.set()

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:
        self.candidates.append((variant.name, code))
        return CERTIFICATE if len(self.candidates) % 2 == 0 else None

    async def judge(self, variant: Variant, code: str) -> Judgement | None:
        return Judgement(await self.certify(variant, code))

    async def prove(self, board: Board, *, right_fill: bool) -> Proof | None:
        await self.may_prove.wait()
        if self.failures:
            self.failures -= 1
            return None
        self.proven.append(board)
        moves = board.legal_moves(right_fill=right_fill)
        if board.locked < self.most_locked and moves:
            return Proof("winnable", moves[:1])
        return Proof("unwinnable")

    async def appraise(
        self, positions: Sequence[Position], variant: Variant, *, is_awaited: bool = False
    ) -> Sequence[Appraisal] | None:
        """Half of the chance is left, and the best line is the first legal move."""
        fill = variant.right_fill
        return [Appraisal(0.5, each.board.legal_moves(right_fill=fill)[:1]) for each in positions]

    async def outlooks(self, positions: Sequence[Position], variant: Variant) -> Sequence[Outlook | None]:
        """Each locked card is a twentieth of a win; an odd number of them needs a shuffle."""
        self.looked_at += positions
        found = positions[: self.most_outlooks]
        some = [Outlook(each.board.locked / 20, unwinnable=each.board.locked % 2 == 1) for each in found]
        return [*some, *[None] * (len(positions) - len(found))]

    async def appraise_shuffle(self, position: Position, variant: Variant) -> float | None:
        """A shuffle made of free will is expected to leave a quarter."""
        return 0.25 if position.shuffles_left and variant.redeal else 0.0
