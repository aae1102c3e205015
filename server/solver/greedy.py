"""The next action that looks best at once, without search.

A card that locks comes first; then a move whose old place lets a card lock next; then the move that leaves the
fewest dead gaps. When nothing moves: a shuffle if one is left, else back.
"""

from typing import NamedTuple

from server.rules.actions import Action, Verb
from server.rules.board import Board, Move
from server.rules.cards import TEXT_OF
from server.rules.game import Game


class Advice(NamedTuple):
    """An action and the reason for it, in words."""

    action: Action
    reason: str


def advise(game: Game) -> Advice | None:
    """Advise the next action; None when nothing can be done any more."""
    legal = game.legal_moves()
    useful = [move for move in legal if not _is_locked(game.board, move)]
    if useful or (legal and not game.allows_shuffle):
        right_fill = game.deal.variant.right_fill
        return max((_judged(game.board, move, right_fill) for move in useful or legal), key=lambda each: each[0])[1]
    if game.allows_shuffle:
        return Advice(Verb.SHUFFLE, "nothing useful moves: shuffle")
    if game.undoable and not game.is_ended:
        return Advice(Verb.UNDO, "nothing moves, and no shuffle is left: go back")
    return None


def _is_locked(board: Board, move: Move) -> bool:
    row, column = divmod(board.cells.index(move.card), board.columns)
    return column < board.locked_in_row(row)


def _judged(board: Board, move: Move, right_fill: bool) -> tuple[tuple[int, int, int], Advice]:  # noqa: FBT001
    after = board.after(move, right_fill=right_fill)
    gained = after.locked - board.locked
    opened = _locking_card(after, right_fill) if gained <= 0 else None
    alive = 4 - len(after.dead_gaps(right_fill=right_fill))
    card = TEXT_OF[move.card]
    if gained > 0:
        reason = f"locks {card}"
    elif opened is not None:
        reason = f"opens the gap for {TEXT_OF[opened]}"
    else:
        reason = f"keeps {alive} gaps open" if alive > 1 else "it is what moves"
    return (gained, int(opened is not None), alive), Advice(move, reason)


def _locking_card(board: Board, right_fill: bool) -> int | None:  # noqa: FBT001
    locked = board.locked
    moves = board.legal_moves(right_fill=right_fill)
    return next((m.card for m in moves if board.after(m, right_fill=right_fill).locked > locked), None)
