"""The end of a single game, for tests."""

from gaprace.ports import Store, StoredResult
from gaprace.rooms.endings import end_games


async def end_game(store: Store, game_id: str, n: int, result: StoredResult) -> bool:
    """End a game if it runs and its last stored action is `n`; return whether that was so."""
    return bool(await end_games(store, {game_id: (n, result)}))
