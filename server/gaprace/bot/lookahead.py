"""Choosing without an engine: a beam search a few moves deep, on nothing but the board that a player sees.

A board that was visited before is not entered again. Where nothing new can be reached: a shuffle if one is left, else
some actions are undone for another attempt, and after the last attempt the bot resigns.
"""

from collections import deque
from random import Random
from typing import NamedTuple, Protocol

from gaprace.ports import Engine
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import GAP, LOWEST_RANK, ROWS, Board, Move, rank_of
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game, History
from gaprace.rules.variants import ShuffleWhen, Variant
from gaprace.wire import GameView


class Planner:
    """Implements `Chooser` for a bot of a level, 1 to 5. Bots of one level play differently if their styles differ."""

    def __init__(self, variant: Variant, level: int, style: int, engine: Engine) -> None:
        self._variant, self._level, self._style, self._engine = variant, level, style, engine
        self._past: list[Board] = []
        """The boards that undo returns to, as far as they were seen."""
        self._plan: deque[Action] = deque()

    async def choose(self, game: GameView, board: Board) -> Action:
        """See `Chooser`."""
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


MAX_ACTIONS = 1500
"""After this many actions a bot resigns, so that a race with bots always ends."""


class Chooser(Protocol):
    """Chooses the actions of one game."""

    async def choose(self, game: GameView, board: Board) -> Action:
        """Return the next action of a game that has not ended."""


DEPTH = 8
"""Moves to look ahead."""
BEAM_WIDTH = 8
"""Boards to keep at each depth."""
MAX_RETRIES = 4
"""Attempts by undo before resigning."""
MIN_UNDO, MAX_UNDO = 2, 12
"""Actions to undo for another attempt."""

LOCKED_VALUE = 12
"""Of each locked card."""
OPEN_RUN_VALUE = 5
"""Of each gap that the next card of a locked run can fill."""
PAIR_VALUE = 2
"""Of each pair of neighbours in order."""
DEAD_GAP_COST = 7


def value_of(board: Board) -> int:
    """Return the heuristic value of a board: locked cards, gaps that lock next, pairs in order, less dead gaps."""
    value = 0
    for number in range(ROWS):
        row, run = board.row(number), board.locked_in_row(number)
        value += LOCKED_VALUE * run
        if row[run] == GAP and run < board.columns - 1:
            value += OPEN_RUN_VALUE
        for left, right in zip(row[run:], row[run + 1 :], strict=False):
            if right == GAP:
                value -= DEAD_GAP_COST * (left == GAP or rank_of(left) == board.columns)
            elif right == left + 1 and rank_of(right) > LOWEST_RANK:
                value += PAIR_VALUE
    return value


class _Node(NamedTuple):
    """A board of the search, its value, and the first move that led to it."""

    value: int
    first: Move | None
    board: Board


class Lookahead:
    """Implements `Chooser`. The same seed, seeing the same boards, chooses the same."""

    def __init__(self, variant: Variant, random: Random) -> None:
        self._variant, self._random = variant, random
        self._visited: set[bytes] = set()
        self._to_undo = 0
        self._retries_left = MAX_RETRIES

    async def choose(self, game: GameView, board: Board) -> Action:
        """See `Chooser`."""
        self._visited.add(board.cells)
        if game.n >= MAX_ACTIONS:
            return ControlAction.RESIGN
        if self._to_undo and game.undoable:
            self._to_undo -= 1
            return ControlAction.UNDO
        return self._best_move(board) or self._without_move(game, board)

    def _without_move(self, game: GameView, board: Board) -> Action:
        if self._allows_shuffle(game, board):
            return ControlAction.SHUFFLE
        if self._retries_left and game.undoable:
            self._retries_left -= 1
            self._to_undo = self._random.randint(MIN_UNDO, MAX_UNDO) - 1
            return ControlAction.UNDO
        return ControlAction.RESIGN

    def _allows_shuffle(self, game: GameView, board: Board) -> bool:
        redeal = self._variant.redeal
        if redeal is None or game.shuffles >= self._variant.shuffles:
            return False
        return redeal.when is ShuffleWhen.ANY_TIME or board.is_stuck(right_fill=self._variant.right_fill)

    def _best_move(self, board: Board) -> Move | None:
        """Return the first move towards the best board in reach that was not visited before."""
        seen = set(self._visited)
        beam: list[_Node] = [_Node(0, None, board)]
        best: tuple[float, Move] | None = None
        for depth in range(DEPTH):
            beam = self._expanded(beam, seen)
            if not beam:
                break
            value, first = beam[0].value, beam[0].first
            # An equally good board at a greater depth may never be reached: prefer the nearer one.
            if first and (best is None or value - depth > best[0]):
                best = value - depth, first
        return best[1] if best else None

    def _expanded(self, beam: list[_Node], seen: set[bytes]) -> list[_Node]:
        """Return the best successors of the beam; adds them to `seen`."""
        fill = self._variant.right_fill
        successors: list[_Node] = []
        for node in beam:
            for move in node.board.legal_moves(right_fill=fill):
                after = node.board.after(move, right_fill=fill)
                if after.cells not in seen:
                    seen.add(after.cells)
                    successors.append(_Node(value_of(after), node.first or move, after))
        self._random.shuffle(successors)  # breaks ties, so that bots do not all play alike
        successors.sort(key=lambda node: -node.value)
        return successors[:BEAM_WIDTH]
