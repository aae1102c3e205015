"""Choosing as the server's own bots do: by the plans of an engine, each followed as long as it is legal."""

from collections import deque
from typing import Protocol

from gaprace.ports import Engine
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import Board, Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game, History
from gaprace.rules.variants import Variant
from gaprace.wire import GameView


class Planner:
    """Implements `Chooser` for a bot of a level, 1 to 5. Bots of one level play differently if their styles differ."""

    def __init__(self, variant: Variant, level: int, style: int, engine: Engine) -> None:
        self._variant, self._level, self._style, self._engine = variant, level, style, engine
        self._visited: dict[bytes, Board] = {}
        self._plan: deque[Action] = deque()

    async def choose(self, game: GameView, board: Board) -> Action:
        """See `Chooser`."""
        if game.n >= MAX_ACTIONS:
            return ControlAction.RESIGN
        if not self._plan or not self._allows(board, self._plan[0]):
            self._plan = deque(await self._engine.plan(self._visible_game(game, board), self._level, self._style))
        self._visited[board.cells] = board
        return self._plan.popleft() if self._plan else ControlAction.RESIGN

    def _allows(self, board: Board, action: Action) -> bool:
        return isinstance(action, Move) and board.allows(action, right_fill=self._variant.right_fill)

    def _visible_game(self, game: GameView, board: Board) -> Game:
        """Return what a player can know of the game: without the deal code and the secret of its shuffles."""
        deal = Deal(self._variant, "", b"")
        return Game(deal, board, board.locked, undoable=History(self._visited.values()), shuffles=game.shuffles)


MAX_ACTIONS = 1500
"""After this many actions a bot resigns, so that a race with bots always ends."""


class Chooser(Protocol):
    """Chooses the actions of one game."""

    async def choose(self, game: GameView, board: Board) -> Action:
        """Return the next action of a game that has not ended."""
