"""Analyses of finished games: requested by players, and made once, in the background, by any server."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from cachetools import LRUCache

from gaprace.errors import Refusal, ServerFull
from gaprace.events.replays import Replays
from gaprace.play.fair_shares import SHARES, allowed
from gaprace.play.study.analysis import GameAnalysis
from gaprace.play.study.appraisal import GameAppraisal
from gaprace.ports import Clock, Engine, Proof, Store, StoredAnalysis, StoredRace, StoredResult
from gaprace.rules.board import Board
from gaprace.wire.http import Analysis

CLAIM_TIMEOUT_MS = 60_000
"""Time after each step for which a server claims an analysis. A step takes a few seconds."""
RETRY_DELAY_MS = 1_000
"""Delay before a search that was not possible is tried again."""
MAX_TRIES = 5
"""Tries of a board before it is left unknown."""
MAX_ANALYSIS_MS = 30_000
"""Time for one game; then the rest of its boards are left unknown. Most games need a few seconds."""
TURN_MS = MAX_ANALYSIS_MS
"""The next request of a network has its turn this long after the one before, so that others come in between."""
MAX_SHARE_LENGTH = 16
MAX_OPEN, FULL_RETRY_S = 500, 60.0
"""Requests that may be open at once, and when to come back if there are more."""
MAX_REMEMBERED = 100
APPRAISED_TOGETHER = 50
"""Positions whose win probability is found in one job, a quarter of a second."""

Answer = TypeVar("Answer")


class GameAnalyses:
    """Accepts requests for analyses, and makes them one after another."""

    def __init__(self, store: Store, clock: Clock, engine: Engine, replays: Replays) -> None:
        """Use `replays` to find finished games and to check who may see them."""
        self._store, self._clock, self._engine, self._replays = store, clock, engine, replays
        self._owner = secrets.token_hex(8)
        self._done: LRUCache[str, Analysis] = LRUCache(MAX_REMEMBERED)
        """Analyses that are done, which never change, by game."""

    # Requests

    async def request(self, game_id: str, me: str, network: str = "") -> Analysis:
        """Request the analysis of a finished game, unless it was requested before; return its state.

        The requests of a network, by its hash, wait for each other; without one, those of a player do.
        Raises `no_solver`. Raises ServerFull if too many wait.
        """
        known = await self.view(game_id, me)
        if known.state != "none":
            return known
        if not self._engine.searches:
            raise Refusal("no_solver", "This server does not analyse games: it has no search processes.")
        share = network[:MAX_SHARE_LENGTH] or me
        free = MAX_OPEN - await self._store.open_analyses()
        if await self._store.open_analyses(share) >= allowed(SHARES["analyses"].address, free):
            raise ServerFull("Too many games are waiting for their analysis.", FULL_RETRY_S)
        await self._store.ask_analysis(game_id, self._clock.now(), share, TURN_MS)
        return Analysis(game_id, "waiting")

    async def view(self, game_id: str, me: str | None) -> Analysis:
        """Return the state of an analysis and the results so far."""
        _, race, result = await self._replays.analysable(game_id, me)
        if game_id in self._done:
            return self._done[game_id]
        stored = await self._store.analysis(game_id)
        if stored is None or not stored.is_begun:
            return Analysis(game_id, "none" if stored is None else "waiting")
        analysis = await _analysis_of(race, result, stored)
        shown = analysis.view(game_id, is_done=stored.is_done)
        if stored.is_done:
            self._done[game_id] = shown
        return shown

    # Work

    async def step(self) -> None:
        """Make analyses until there are no more requests. Another server continues unfinished ones."""
        while claimed := await self._store.claim_analysis(self._owner, *self._claim_times()):
            await self._analyse(claimed)

    def _claim_times(self) -> tuple[int, int]:
        now = self._clock.now()
        return now, now + CLAIM_TIMEOUT_MS

    async def _analyse(self, stored: StoredAnalysis) -> None:
        found = await self._store.finished_game(stored.game)
        if found is None or found[0].result is None:
            return  # cannot happen: only finished games are requested
        analysis = await _analysis_of(found[1], found[0].result, stored)
        until = self._clock.now() + MAX_ANALYSIS_MS
        while self._clock.now() < until and (board := analysis.next_board()):
            proof = await self._prove(board, right_fill=analysis.right_fill)
            analysis.learn(board, proof.verdict, proof.line)
            if not await self._save(stored, analysis, is_done=False):
                return  # the claim lapsed, and another server has it now
        appraisal = await asyncio.to_thread(GameAppraisal, found[1].deal, found[0].result.transcript, analysis.verdicts)
        if await self._appraise(appraisal, lambda: self._save(stored, analysis, is_done=False)):
            analysis.appraised = appraisal.result()
        await self._save(stored, analysis, is_done=True)

    async def _appraise(self, appraisal: GameAppraisal, save: Callable[[], Awaitable[bool]]) -> bool:
        """Find the win probabilities of a game, saving now and then to keep the claim; return whether all are found."""
        positions, variant = appraisal.open_positions(), appraisal.variant
        for at in range(0, len(positions), APPRAISED_TOGETHER):
            batch = positions[at : at + APPRAISED_TOGETHER]
            found = await self._tried(partial(self._engine.appraise, batch, variant))
            if found is None or not await save():
                return False
            for position, appraised in zip(batch, found, strict=True):
                appraisal.learn(position, appraised)
        if appraisal.result() is None:
            return False
        for n, position in appraisal.chosen_shuffles().items():
            mean = await self._tried(partial(self._engine.appraise_shuffle, position, variant))
            if mean is not None and await save():
                appraisal.learn_shuffle(n, mean)
        for position in appraisal.lost_wins():
            proof = await self._prove(position.board, right_fill=variant.right_fill)
            appraisal.learn_line(position, proof.line)
        return True

    async def _prove(self, board: Board, *, right_fill: bool) -> Proof:
        return await self._tried(partial(self._engine.prove, board, right_fill=right_fill)) or Proof("unknown")

    async def _tried(self, search: Callable[[], Awaitable[Answer | None]]) -> Answer | None:
        """Return the answer of a search, which is tried again while the engine is busy; None after the last try."""
        for _ in range(MAX_TRIES):
            answer = await search()
            if answer is not None:
                return answer
            await self._clock.sleep_until(self._clock.now() + RETRY_DELAY_MS)
        return None

    async def _save(self, stored: StoredAnalysis, analysis: GameAnalysis, *, is_done: bool) -> bool:
        accuracy = analysis.appraised.accuracy if analysis.appraised else None
        found = replace(stored, findings=analysis.to_json(), is_done=is_done, accuracy=accuracy)
        return await self._store.save_analysis(self._owner, found, self._claim_times()[1])


async def _analysis_of(race: StoredRace, result: StoredResult, stored: StoredAnalysis) -> GameAnalysis:
    """Play a game again, in a thread, because a long one takes a while."""
    return await asyncio.to_thread(GameAnalysis, race.deal, result.transcript, stored.findings)
