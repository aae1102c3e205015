"""A bot's choices, from a player's view of a game and the answers of an engine."""

from collections import deque

from gaprace.play.live.settings import variant_of
from gaprace.ports import Engine
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import Board, Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game, History
from gaprace.wire import GameView, Settings

MAX_ACTIONS = 1500
"""After this many actions a bot resigns, so that a race with bots always ends."""


class Planner:
    """Chooses the actions of a bot of a level, 1 to 5, in a race of a room with these settings.

    Bots of one level play differently if their styles differ.
    """

    def __init__(self, settings: Settings, level: int, style: int, engine: Engine) -> None:
        self._variant, self._level, self._style, self._engine = variant_of(settings.variant), level, style, engine
        self._past: list[Board] = []
        """The boards that undo returns to, as far as they were seen."""
        self._plan: deque[Action] = deque()

    async def choose(self, game: GameView, board: Board) -> Action:
        """Return the next action of a game that has not ended."""
        if game.n >= MAX_ACTIONS:
            return ControlAction.RESIGN
        del self._past[game.undoable :]
        if not self._plan or not self._allows(board, self._plan[0]):
            self._plan = deque(await self._engine.plan(self._visible_game(game, board), self._level, self._style))
        self._past.append(board)
        return self._plan.popleft() if self._plan else ControlAction.RESIGN

    def _allows(self, board: Board, action: Action) -> bool:
        return not isinstance(action, Move) or board.allows(action, right_fill=self._variant.right_fill)

    def _visible_game(self, game: GameView, board: Board) -> Game:
        """Return what a player can know of the game: without the deal code and the secret of its shuffles."""
        deal = Deal(self._variant, "", b"")
        return Game(deal, board, board.locked, undoable=History(self._past), shuffles=game.shuffles)
