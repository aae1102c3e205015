"""What to do next as the bots of a level do in rooms: by plans of the engine, which is followed while they hold."""

from collections import deque

from gaprace.bot.choose import MAX_ACTIONS
from gaprace.ports import Engine
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import Board, Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.wire import GameView


class Planner:
    """Plays one game."""

    def __init__(self, variant: Variant, level: int, style: int, engine: Engine) -> None:
        self._variant, self._level, self._style, self._engine = variant, level, style, engine
        self._entered: dict[bytes, Board] = {}
        self._line: deque[Action] = deque()

    async def choose(self, game: GameView, board: Board) -> Action:
        """Return the next action of a game that has not ended."""
        if game.n >= MAX_ACTIONS:
            return ControlAction.RESIGN
        if not self._line or not self._allows(board, self._line[0]):
            self._line = deque(await self._engine.plan(self._game(game, board), self._level, self._style))
        self._entered[board.cells] = board
        return self._line.popleft() if self._line else ControlAction.RESIGN

    def _allows(self, board: Board, action: Action) -> bool:
        return isinstance(action, Move) and board.allows(action, right_fill=self._variant.right_fill)

    def _game(self, game: GameView, board: Board) -> Game:
        """Return as much of the game as a player sees: not its deal's code, and not the secret of its shuffles."""
        deal = Deal(self._variant, "", b"")
        return Game(deal, board, undoable=tuple(self._entered.values()), shuffles=game.shuffles)
