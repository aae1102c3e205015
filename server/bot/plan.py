"""What to do next as the bots of a level do in rooms: by plans of the thinker, which is followed while they hold."""

from collections import deque

from server.bot.choose import MOST_ACTIONS
from server.messages import GameView
from server.ports import Thinker
from server.rules.actions import Action, Verb
from server.rules.board import Board, Move
from server.rules.deal import Deal
from server.rules.game import Game
from server.rules.variants import Variant


class Planner:
    """Plays one game."""

    def __init__(self, variant: Variant, level: int, style: int, thinker: Thinker) -> None:
        self._variant, self._level, self._style, self._thinker = variant, level, style, thinker
        self._entered: dict[bytes, Board] = {}
        self._line: deque[Action] = deque()

    async def choose(self, game: GameView, board: Board) -> Action:
        """Give the next action of a game that has not ended."""
        if game.n >= MOST_ACTIONS:
            return Verb.RESIGN
        if not self._line or not self._allows(board, self._line[0]):
            self._line = deque(await self._thinker.plan(self._game(game, board), self._level, self._style))
        self._entered[board.cells] = board
        return self._line.popleft() if self._line else Verb.RESIGN

    def _allows(self, board: Board, action: Action) -> bool:
        return isinstance(action, Move) and board.allows(action, right_fill=self._variant.right_fill)

    def _game(self, game: GameView, board: Board) -> Game:
        """Give as much of the game as a player sees: not its deal's code, and not the secret of its shuffles."""
        deal = Deal(self._variant, "", b"")
        return Game(deal, board, undoable=tuple(self._entered.values()), shuffles=game.shuffles)
