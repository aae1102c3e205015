"""The boards of finished games: stored with the result, or computed once for games from earlier versions."""

import asyncio

from gaprace.ports import Background, ShownBoards, Store, StoredResult
from gaprace.rooms.stored_games import replayed, shown_boards
from gaprace.rules.deal import Deal


class FinishedBoards:
    """Reads the boards of finished games."""

    def __init__(self, store: Store, background: Background) -> None:
        self._store, self._background = store, background
        self._finding: dict[str, asyncio.Task[ShownBoards]] = {}

    async def of(self, game_id: str, deal: Deal, result: StoredResult) -> ShownBoards:
        """Return the boards of a finished game."""
        if result.boards:
            return result.boards
        if game_id not in self._finding:
            self._finding[game_id] = asyncio.create_task(self._find(game_id, deal, result.transcript))
            self._finding[game_id].add_done_callback(lambda _: self._finding.pop(game_id))
        return await asyncio.shield(self._finding[game_id])

    async def _find(self, game_id: str, deal: Deal, transcript: str) -> ShownBoards:
        boards = shown_boards(await replayed(self._background, deal, transcript))
        await self._store.save_boards(game_id, boards)
        return boards
