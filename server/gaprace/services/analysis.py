"""Analyses of finished games: asked for by people, made in the background by whichever process is free, once."""

import asyncio
import secrets
from dataclasses import replace

from gaprace.errors import RoomError
from gaprace.play.analysis import GameAnalysis
from gaprace.ports import Clock, Engine, Judgement, Result, Store, StoredAnalysis, StoredRace
from gaprace.rooms.timers import Timers
from gaprace.rules.board import Board
from gaprace.services.replays import Replays
from gaprace.wire.http import Analysis

LOOK_MS = 15_000
"""How often to look for analyses that nobody makes: asked for in another process, or left by one that died."""
HOLD_MS = 60_000
"""How long an analysis is one process's after each step. A step takes a few seconds."""
AGAIN_MS = 1_000
"""When to try a step again that could not be taken."""
TRIES = 5
"""How often a board is tried before it is left unknown."""


class GameAnalyses:
    """Takes orders, and carries them out one after the other."""

    def __init__(self, store: Store, clock: Clock, engine: Engine, replays: Replays) -> None:
        """Take what finds finished games for those who may see them."""
        self._store, self._clock, self._engine, self._replays = store, clock, engine, replays
        self._timers = Timers(clock)
        self._name = secrets.token_hex(8)
        self._working = asyncio.Lock()

    def open(self) -> None:
        """Begin to work."""
        if self._engine.searches:
            self._timers.every(LOOK_MS, self._work, "analysing")

    def close(self) -> None:
        """Stop. What is not done, another process does."""
        self._timers.stop()

    # Orders

    async def ask(self, game_id: str, me: str | None) -> Analysis:
        """Order the analysis of a finished game, unless it was ordered before; say how far it is.

        Raises:
            RoomError: `game_not_found`, `sealed_daily`, `no_solver`.

        """
        known = await self.view(game_id, me)
        if known.state != "none":
            return known
        if not self._engine.searches:
            raise RoomError("no_solver", "This server spares no processor for searches: it analyses no games.")
        await self._store.ask_analysis(game_id, self._clock.now())
        self._timers.soon(self._work)
        return Analysis(game_id, "waiting")

    async def view(self, game_id: str, me: str | None) -> Analysis:
        """Say how far an analysis is, and what was found so far.

        Raises:
            RoomError: `game_not_found`, `sealed_daily`.

        """
        _, race, result = await self._replays.found(game_id, me)
        stored = await self._store.analysis(game_id)
        if stored is None or not stored.is_begun:
            return Analysis(game_id, "none" if stored is None else "waiting")
        study = await _study(race, result, stored)
        return study.view(game_id, is_done=stored.is_done)

    # Work

    async def _work(self) -> None:
        """Make analyses as long as there are any to be made."""
        if self._working.locked():
            return
        async with self._working:
            while claimed := await self._store.claim_analysis(self._name, *self._hold()):
                await self._analyse(claimed)

    def _hold(self) -> tuple[int, int]:
        now = self._clock.now()
        return now, now + HOLD_MS

    async def _analyse(self, analysis: StoredAnalysis) -> None:
        found = await self._store.finished_game(analysis.game)
        if found is None or found[0].result is None:
            return  # never: nobody can ask before
        study = await _study(found[1], found[0].result, analysis)
        while board := study.next_board():
            judged = await self._judged(board, right_fill=study.right_fill)
            study.learn(board, judged.verdict, judged.line)
            if not await self._save(analysis, study, is_done=False):
                return  # another process took it for left
        await self._save(analysis, study, is_done=True)

    async def _judged(self, board: Board, *, right_fill: bool) -> Judgement:
        for _ in range(TRIES):
            judgement = await self._engine.judge(board, right_fill=right_fill)
            if judgement:
                return judgement
            await self._clock.sleep_until(self._clock.now() + AGAIN_MS)
        return Judgement("unknown")

    async def _save(self, analysis: StoredAnalysis, study: GameAnalysis, *, is_done: bool) -> bool:
        found = replace(analysis, findings=study.to_json(), is_done=is_done)
        return await self._store.save_analysis(self._name, found, self._hold()[1])


async def _study(race: StoredRace, result: Result, analysis: StoredAnalysis) -> GameAnalysis:
    """Play a game again, beside the event loop: a long one takes a while."""
    return await asyncio.to_thread(GameAnalysis, race.deal, result.transcript, analysis.findings)
