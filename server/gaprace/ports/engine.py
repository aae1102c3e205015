"""The solver, as rooms and services need it. Its searches take long, so they run in processes of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from gaprace.ports.dailies import StoredCertificate
from gaprace.rules.actions import Action
from gaprace.rules.board import Board, Move
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.answers import Advice, Appraisal, Mistake, Outlook, Position, Puzzle, Verdict


@dataclass(frozen=True, slots=True)
class Proof:
    """The proven facts of a board: whether it can be won by moves alone."""

    verdict: Verdict
    line: Sequence[Move] = ()
    """Moves that win a winnable board."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a candidate for a daily is certified."""

    certificate: StoredCertificate | None


class Engine(Protocol):
    """Searches outside the event loop. A failed search never raises, and every method returns within a time limit."""

    @property
    def searches(self) -> bool:
        """Whether this engine searches; if not, it only knows the move that looks best at once."""

    @property
    def queues(self) -> Mapping[str, int]:
        """How many searches of each queue wait or are under way."""

    async def hint(self, game: Game) -> Advice | None:
        """Return advice for the next action, within a moment; None if there is none."""

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:
        """Return the next actions of a bot of a level (1 to 5); empty if nothing leads further.

        Bots of one level play differently if their styles, any numbers, differ.
        """

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:
        """Return a certificate that the opening of a deal code can be won without a shuffle; None if none is found."""

    async def judge(self, variant: Variant, code: str) -> Judgement | None:
        """Return whether a deal is certified within `solver.certificate.CANDIDATE_BOARDS`, the same on every machine.

        None if the engine is busy: try again later.
        """

    async def prove(self, board: Board, *, right_fill: bool) -> Proof | None:
        """Return the proven facts of a board; None if the engine is busy: try again later."""

    async def puzzles(self, variant: Variant, code: str) -> Sequence[Puzzle] | None:
        """Return the puzzles of a deal, the same on every machine; None if the engine is busy: try again later."""

    async def mistakes(self, runs: Sequence[Sequence[Board]]) -> Sequence[Mistake] | None:
        """Return the puzzles in which a game was lost; None if the engine is busy: try again later.

        Each run has boards of which moves alone led from one to the next.
        """

    async def appraise(
        self, positions: Sequence[Position], variant: Variant, *, is_awaited: bool = False
    ) -> Sequence[Appraisal] | None:
        """Return the win probability of positions that are not won; None if the engine is busy: try again later.

        `is_awaited`: a player waits for them, as for a hint.
        """

    async def appraise_shuffle(self, position: Position, variant: Variant) -> float | None:
        """Return the mean win probability after a shuffle of a position; None if the engine is busy."""

    async def outlooks(self, positions: Sequence[Position], variant: Variant) -> Sequence[Outlook | None]:
        """Return the outlooks of positions, for spectators; None for those to ask again later.

        Win probabilities of 1 and 0 are proven. Each position is searched once, and all of them together take a small
        share of a core.
        """

    async def close(self) -> None:
        """End all searches."""
