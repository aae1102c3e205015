"""Generates puzzles in the background: from random deals, and on request from games in which a win was lost.

Each search is a job with the lowest priority in a search process, limited by a number of boards. A game is searched
only when its race is over and its seal is lifted; a later request finds it again.
"""

import asyncio
import secrets
from collections.abc import Mapping

from gaprace.play.study.puzzles import line_text, proof_of, runs_of
from gaprace.ports import Clock, Engine, MistakeSearch, Store, StoredMistake, StoredPuzzle
from gaprace.rules.actions import action_text
from gaprace.rules.codes import CODES, code_of
from gaprace.rules.variants import VARIANTS
from gaprace.solver.answers import Puzzle

NEXT_DELAY_MS = 1_000
"""Delay between two searches: a deal takes some 0.1 s of a processor."""
RETRY_DELAY_MS = 2_000
"""Delay before a search that was not possible is tried again."""
CLAIM_TIMEOUT_MS = 120_000
"""Time for which a server claims the games of a player."""
MAX_GAMES = 50
"""The last games of a player that are searched."""
READY: Mapping[str, int] = {"mini": 20, "strict": 10}
"""The reserve: puzzles that nobody has tried, of each width of board."""
MAX_OF_DEAL = 3
"""Puzzles of one deal: more would be alike."""
_ID_BYTES = 8


class PuzzleMaker:
    """Makes puzzles."""

    def __init__(self, store: Store, clock: Clock, engine: Engine, ready: Mapping[str, int] = READY) -> None:
        """Keep these numbers of untried puzzles `ready`, by the name of a variant."""
        self._store, self._clock, self._engine, self._wanted = store, clock, engine, ready

    async def step(self) -> int | None:
        """Search the games of one player, or one deal; return the delay before the next in ms, None if idle."""
        now = self._clock.now()
        if claimed := await self._store.claim_mistakes(now, now + CLAIM_TIMEOUT_MS):
            is_done = await self._search_games(claimed)
            return NEXT_DELAY_MS if is_done else RETRY_DELAY_MS
        return await self._search_deal()

    # Games

    async def _search_games(self, claimed: MistakeSearch) -> bool:
        """Search all games of a player; return False if the engine had no time for one."""
        for game in await self._store.games_to_search(claimed.player, MAX_GAMES):
            if not await self._search_game(game):
                return False
        await self._store.end_mistakes(claimed)
        return True

    async def _search_game(self, game_id: str) -> bool:
        game, race = await self._store.finished_game(game_id) or (None, None)
        if game is None or race is None or game.result is None or race.ended_at is None:
            return True
        if not race.seal.is_lifted(self._clock.now()) or race.deal.variant.right_fill:
            return True
        runs = await asyncio.to_thread(runs_of, race.deal, game.result.transcript)
        found = await self._engine.mistakes(runs)
        if found is None:
            return False
        mistakes = [
            StoredMistake(
                game.player, await self._add(each.puzzle), game.id, game.result.ended_at, action_text(each.played)
            )
            for each in found
        ]
        await self._store.add_mistakes(game.id, mistakes)
        return True

    # Deals

    async def _search_deal(self) -> int | None:
        ready = await self._store.puzzles_ready()
        filled = {name: ready.get(VARIANTS[name].columns, 0) / wanted for name, wanted in self._wanted.items()}
        lacking = [name for name, share in filled.items() if share < 1]
        if not lacking:
            return None
        name = min(lacking, key=lambda each: filled[each])
        puzzles = await self._engine.puzzles(VARIANTS[name], code_of(secrets.randbelow(CODES)))
        if puzzles is None:
            return RETRY_DELAY_MS
        for puzzle in puzzles[:MAX_OF_DEAL]:
            await self._add(puzzle)
        return NEXT_DELAY_MS

    async def _add(self, puzzle: Puzzle) -> str:
        return await self._store.add_puzzle(
            StoredPuzzle(
                id=secrets.token_hex(_ID_BYTES),
                columns=puzzle.board.columns,
                board=puzzle.board.text,
                line=line_text([step.move for step in puzzle.steps]),
                proof=proof_of(puzzle),
                boards=puzzle.boards,
                made_at=self._clock.now(),
            )
        )
