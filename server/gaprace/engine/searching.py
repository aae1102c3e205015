"""The engine that searches, in processes of its own.

There are two pools of processes: one for jobs that a player waits for (hints, bots, explored positions), and one for
jobs that can wait (certificates, puzzles, proofs for analyses), with only processor time that nothing else wants. So a
long proof never delays a hint, and neither delays a race.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import ParamSpec, TypeVar

from cachetools import LRUCache

from gaprace.engine import jobs
from gaprace.engine.greedy import GreedyEngine
from gaprace.engine.search_processes import SearchProcesses
from gaprace.ports import AtOnce, Background, Judgement, Proof, StoredCertificate
from gaprace.rules.actions import Action
from gaprace.rules.board import Board, Move
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.answers import Advice, Appraisal, Mistake, Outlook, Position, Puzzle
from gaprace.solver.greedy import explain, greedy_plan

MAX_KNOWN = 10_000
"""Positions to remember, some 5 MB."""
BATCH_SIZE = 50
"""Positions of one job at the most, some 0.1 s of CPU."""
MAX_SHARE = 0.1
"""A share of the time, for all broadcasts of this process together. If a job takes longer since others go first, the
next one comes later."""


Search = Callable[[Sequence[Position], Variant], Awaitable[tuple[list[Outlook], float] | None]]
"""Finds the outlooks of the first positions, and says how long it took (s); None if there was no time."""


class SpectatorOutlooks:
    """Finds each position's outlook once, in one search at a time."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._known: LRUCache[tuple[Variant, Position], Outlook] = LRUCache(MAX_KNOWN)
        self._is_searching = False
        self._free_at = 0.0
        """When the next job may begin, by the monotonic clock (s)."""

    async def of(self, positions: Sequence[Position], variant: Variant) -> list[Outlook | None]:
        """Return the outlook of each position; None where there was no time to find it."""
        new = [each for each in dict.fromkeys(positions) if (variant, each) not in self._known]
        if new and not self._is_searching and monotonic() >= self._free_at:
            await self._find(new[:BATCH_SIZE], variant)
        return [self._known.get((variant, each)) for each in positions]

    async def _find(self, positions: Sequence[Position], variant: Variant) -> None:
        self._is_searching = True
        try:
            found = await self._search(positions, variant)
        finally:
            self._is_searching = False
        if found is None:
            return
        outlooks, took_s = found
        self._free_at = monotonic() + took_s * (1 / MAX_SHARE - 1)
        self._known.update({(variant, each): outlook for each, outlook in zip(positions, outlooks, strict=False)})


Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
# Each `*_SEARCH_S` is the limit of a search, which it keeps itself: by the clock for a hint and for spectators, of CPU
# for all else. Each `*_TIMEOUT_S` is how long to wait for its result, queueing included. After that the answer is the
# greedy one, or none.
HINT_SEARCH_S, HINT_TIMEOUT_S = 0.08, 0.2
PLAN_SEARCH_S, PLAN_TIMEOUT_S = 1.0, 5.0
APPRAISAL_TIMEOUT_S = 3.0
PROOF_SEARCH_S, CERTIFICATE_SEARCH_S = 10.0, 10.0
OUTLOOKS_SEARCH_S = 0.25
BACKGROUND_TIMEOUT_S = 60.0
MAX_WAITING_PER_PROCESS, MAX_WAITING_IN_BACKGROUND = 8, 4
"""Jobs that may queue."""
NICENESS, BACKGROUND_NICENESS = 10, 19
"""How much the processes give way to the server, as of `nice`."""
PROOF_PRIORITY_S = 1.0
"""A certificate waits until no proof was asked for in this time: the player who wants an analysis is watching."""
MAX_PROOF_PRIORITY_S = 15.0
"""The longest that a certificate waits for this: back-to-back analyses must not keep the next dailies without deals."""
MAX_KNOWN_LINES = 1_000
"""Winning lines to remember."""


class SearchingEngine:
    """Implements `ports.Engine`."""

    searches = True

    def __init__(self, processes: int, cache_dir: str = "", background: Background | None = None) -> None:
        """Take the number of processes for jobs that a player waits for; there is one more for jobs that can wait.

        Compiled code is kept in `cache_dir` (see `engine.compiled_code`). Advice that no process has time to search for
        is found in the `background`.
        """
        self._greedy = GreedyEngine.beside(background or AtOnce())
        prepare = partial(jobs.prepare, cache_dir)
        self._prompt = SearchProcesses(
            processes, max_waiting=MAX_WAITING_PER_PROCESS * processes, niceness=NICENESS, prepare=prepare
        )
        self._background = SearchProcesses(
            1, max_waiting=MAX_WAITING_IN_BACKGROUND, niceness=BACKGROUND_NICENESS, is_idle=True, prepare=prepare
        )
        self._outlooks = SpectatorOutlooks(self._search_outlooks)
        self._lines: LRUCache[bytes, tuple[Move, ...]] = LRUCache(MAX_KNOWN_LINES)
        """The winning lines that hints have followed, by board: the next hint leads to the same win, unsearched."""
        self._last_proof_at = -PROOF_PRIORITY_S

    @property
    def queues(self) -> Mapping[str, int]:
        return {"searches": self._prompt.jobs, "proofs": self._background.jobs}

    async def hint(self, game: Game) -> Advice | None:
        """Return advice for the next action: the first move of a line that wins, if one is known or found in time."""
        right_fill = game.deal.variant.right_fill
        line = None if game.is_ended else self._lines.get(game.board.cells)
        if line is None and (game.legal_moves() or game.allows_shuffle):
            visible = jobs.without_history(game)
            found = await self._prompt.run(HINT_TIMEOUT_S, jobs.search_hint, visible, HINT_SEARCH_S)
            if found is None:
                return await self._greedy.hint(game)
            advice, line = found
            if not line:
                return advice
        if line is None:
            return await self._greedy.hint(game)
        if line[1:]:
            self._lines[game.board.after(line[0], right_fill=right_fill).cells] = line[1:]
        return explain(game.board, line[0], right_fill=right_fill, wins_in=len(line))

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:
        planned = None
        if level > 1:
            visible = jobs.without_secrets(game)
            planned = await self._prompt.run(PLAN_TIMEOUT_S, jobs.search_plan, visible, level, style, PLAN_SEARCH_S)
        return greedy_plan(game, style) if planned is None else planned

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:
        return await self._after_proofs(jobs.search_certificate, variant, code, CERTIFICATE_SEARCH_S)

    async def judge(self, variant: Variant, code: str) -> Judgement | None:
        return await self._after_proofs(jobs.judge_candidate, variant, code)

    async def _after_proofs(
        self, job: Callable[Arguments, Answer], *arguments: Arguments.args, **keywords: Arguments.kwargs
    ) -> Answer | None:
        """Run a job that nobody waits for."""
        await self._let_proofs_go_first()
        return await self._background.run(BACKGROUND_TIMEOUT_S, job, *arguments, **keywords)

    async def _let_proofs_go_first(self) -> None:
        until = monotonic() + MAX_PROOF_PRIORITY_S
        while (wait_s := min(until, self._last_proof_at + PROOF_PRIORITY_S) - monotonic()) > 0:  # noqa: ASYNC110  # for a time
            await asyncio.sleep(wait_s)

    async def prove(self, board: Board, *, right_fill: bool) -> Proof | None:
        self._last_proof_at = monotonic()
        proof = await self._background.run(BACKGROUND_TIMEOUT_S, jobs.search_proof, board, right_fill, PROOF_SEARCH_S)
        self._last_proof_at = monotonic()
        return proof

    async def puzzles(self, variant: Variant, code: str) -> Sequence[Puzzle] | None:
        return await self._after_proofs(jobs.search_puzzles, variant, code)

    async def mistakes(self, runs: Sequence[Sequence[Board]]) -> Sequence[Mistake] | None:
        return await self._after_proofs(jobs.search_mistakes, runs)

    async def appraise(
        self, positions: Sequence[Position], variant: Variant, *, is_awaited: bool = False
    ) -> Sequence[Appraisal] | None:
        if is_awaited:
            return await self._prompt.run(APPRAISAL_TIMEOUT_S, jobs.appraise, positions, variant)
        self._last_proof_at = monotonic()
        return await self._background.run(BACKGROUND_TIMEOUT_S, jobs.appraise, positions, variant)

    async def appraise_shuffle(self, position: Position, variant: Variant) -> float | None:
        self._last_proof_at = monotonic()
        return await self._background.run(BACKGROUND_TIMEOUT_S, jobs.appraise_shuffle, position, variant)

    async def outlooks(self, positions: Sequence[Position], variant: Variant) -> Sequence[Outlook | None]:
        return await self._outlooks.of(positions, variant)

    async def _search_outlooks(
        self, positions: Sequence[Position], variant: Variant
    ) -> tuple[list[Outlook], float] | None:
        return await self._background.run(BACKGROUND_TIMEOUT_S, jobs.outlooks, positions, variant, OUTLOOKS_SEARCH_S)

    async def close(self) -> None:
        await asyncio.gather(self._prompt.close(), self._background.close())
