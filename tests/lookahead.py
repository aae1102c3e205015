"""People who look a few moves ahead: a beam search on nothing but the board that they see.

A board that was visited before is not entered again. Where nothing new can be reached: a shuffle if one is left, else
some actions are undone for another attempt, and after the last attempt they resign.
"""

from random import Random
from typing import NamedTuple

from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import GAP, LOWEST_RANK, ROWS, Board, Move, rank_of
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant

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
    """Chooses for one game. The same seed, seeing the same boards, chooses the same."""

    def __init__(self, variant: Variant, random: Random) -> None:
        self._variant, self._random = variant, random
        self._visited: set[bytes] = set()
        self._to_undo = 0
        self._retries_left = MAX_RETRIES

    def choose(self, game: Game) -> Action:
        """Return the next action of a game that has not ended."""
        self._visited.add(game.board.cells)
        if self._to_undo and game.undoable:
            self._to_undo -= 1
            return ControlAction.UNDO
        return self._best_move(game.board) or self._without_move(game)

    def _without_move(self, game: Game) -> Action:
        if game.allows_shuffle:
            return ControlAction.SHUFFLE
        if self._retries_left and game.undoable:
            self._retries_left -= 1
            self._to_undo = self._random.randint(MIN_UNDO, MAX_UNDO) - 1
            return ControlAction.UNDO
        return ControlAction.RESIGN

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
