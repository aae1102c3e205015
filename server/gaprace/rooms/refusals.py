"""How a refusal is told."""

from msgspec import UNSET

from gaprace.errors import RoomError, RulesError
from gaprace.wire import GameView, Refused


def refusal_of(
    command: str, error: RoomError | RulesError, *, n: int | None = None, game: GameView | None = None
) -> Refused:
    """Say why a command was not carried out; for an action also its number and the true game."""
    return Refused(
        command,
        error.code,
        error.message,
        n=UNSET if n is None else n,
        game=UNSET if game is None else game,
    )
