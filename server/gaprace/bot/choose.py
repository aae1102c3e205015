"""What to do next, from nothing but the board that a player sees.

A few moves are looked ahead, keeping the best boards of each step. A board that was there before is not entered
again. Where nothing new can be reached: a shuffle if one is left, else some way back and another try, and at last
resigning.
"""

from random import Random
from typing import NamedTuple

from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import ROWS, Board, Move
from gaprace.rules.cards import GAP, LOWEST_RANK, rank_of
from gaprace.rules.variants import ShuffleWhen, Variant
from gaprace.wire import GameView

STEPS = 8
"""How many moves are looked ahead."""
KEPT = 8
"""How many boards are kept of each step."""
TRIES = 4
"""How often to go back and try another way before resigning."""
MIN_BACK, MAX_BACK = 2, 12
"""How many actions to undo for another try."""
MAX_ACTIONS = 1500
"""After so many actions, resign: nobody should wait for a bot for ever."""

LOCKED, WAITING, PAIRED, DEAD = 12, 5, 2, 7
"""What a locked card is worth, a gap that a locking card can fill, a pair in order; what a dead gap costs."""


def worth(board: Board) -> int:
    """Judge a board: locked cards, gaps that lock next, pairs in order, and dead gaps."""
    value = 0
    for number in range(ROWS):
        row, run = board.row(number), board.locked_in_row(number)
        value += LOCKED * run
        if row[run] == GAP and run < board.columns - 1:
            value += WAITING
        for left, right in zip(row[run:], row[run + 1 :], strict=False):
            if right == GAP:
                value -= DEAD * (left == GAP or rank_of(left) == board.columns)
            elif right == left + 1 and rank_of(right) > LOWEST_RANK:
                value += PAIRED
    return value


class _Way(NamedTuple):
    """Where some moves lead, the first of them, and what the board there is worth."""

    value: int
    first: Move | None
    board: Board


class Chooser:
    """Plays one game. The same seed, seeing the same boards, plays the same."""

    def __init__(self, variant: Variant, random: Random, *, steps: int = STEPS, kept: int = KEPT) -> None:
        self._variant, self._random = variant, random
        self._steps, self._kept = steps, kept
        self._entered: set[bytes] = set()
        self._to_undo = 0
        self._tries_left = TRIES

    def choose(self, game: GameView, board: Board) -> Action:
        """Return the next action of a game that has not ended."""
        self._entered.add(board.cells)
        if game.n >= MAX_ACTIONS:
            return ControlAction.RESIGN
        if self._to_undo and game.undoable:
            self._to_undo -= 1
            return ControlAction.UNDO
        return self._best_move(board) or self._without_move(game, board)

    def _without_move(self, game: GameView, board: Board) -> Action:
        if self._may_shuffle(game, board):
            return ControlAction.SHUFFLE
        if self._tries_left and game.undoable:
            self._tries_left -= 1
            self._to_undo = self._random.randint(MIN_BACK, MAX_BACK) - 1
            return ControlAction.UNDO
        return ControlAction.RESIGN

    def _may_shuffle(self, game: GameView, board: Board) -> bool:
        redeal = self._variant.redeal
        if redeal is None or game.shuffles >= self._variant.shuffles:
            return False
        return redeal.when is ShuffleWhen.ANY_TIME or board.is_stuck(right_fill=self._variant.right_fill)

    def _best_move(self, board: Board) -> Move | None:
        """Return the first move of the way to the best board, among boards not entered before."""
        seen = set(self._entered)
        ways: list[_Way] = [_Way(0, None, board)]
        best: tuple[float, Move] | None = None
        for step in range(self._steps):
            ways = self._one_step(ways, seen)
            if not ways:
                break
            value, first = ways[0].value, ways[0].first
            # Sooner is better: a board that is as good, later, may never come.
            if first and (best is None or value - step > best[0]):
                best = value - step, first
        return best[1] if best else None

    def _one_step(self, ways: list[_Way], seen: set[bytes]) -> list[_Way]:
        fill = self._variant.right_fill
        further: list[_Way] = []
        for way in ways:
            board = way.board
            for move in board.legal_moves(right_fill=fill):
                after = board.after(move, right_fill=fill)
                if after.cells not in seen:
                    seen.add(after.cells)
                    further.append(_Way(worth(after), way.first or move, after))
        self._random.shuffle(further)  # equal ones by chance, so that bots do not all play alike
        further.sort(key=lambda way: -way.value)
        return further[: self._kept]
