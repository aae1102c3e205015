"""What decides for a bot."""

from typing import Protocol

from gaprace.rules.actions import Action
from gaprace.rules.board import Board
from gaprace.wire import GameView

MAX_ACTIONS = 1500
"""After this many actions a bot resigns, so that a race with bots always ends."""


class Chooser(Protocol):
    """Chooses the actions of one game."""

    async def choose(self, game: GameView, board: Board) -> Action:
        """Return the next action of a game that has not ended."""
