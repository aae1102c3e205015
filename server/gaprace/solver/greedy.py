"""The action that looks best at once, without search.

A card that locks comes first; then a move that lets another card lock next; then the move that leaves the fewest dead
gaps. When nothing moves: a shuffle if one is left, otherwise undo.
"""

from collections.abc import Container
from dataclasses import replace

from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import ROWS, Board, Card, Move
from gaprace.rules.game import Game
from gaprace.solver.answers import Advice


def advise(game: Game, visited: Container[bytes] = (), style: int = 0) -> Advice | None:
    """Return advice on the next action, or None when nothing can be done any more.

    No advised move leads to a board whose cells are in `visited`. A locked card moves only if no other card can: all
    that it can do is change left ends. Among moves that look equally good, `style` chooses.
    """
    legal = [move for move in game.legal_moves() if _after(game, move).cells not in visited]
    legal = legal[style % len(legal) :] + legal[: style % len(legal)] if legal else legal
    useful = [move for move in legal if not _is_locked(game.board, move)]
    if useful or (legal and not game.allows_shuffle):
        right_fill = game.deal.variant.right_fill
        return max((_rated(game.board, move, right_fill) for move in useful or legal), key=lambda each: each[0])[1]
    if game.allows_shuffle:
        return Advice(ControlAction.SHUFFLE, "shuffle")
    if game.allows_undo:
        return Advice(ControlAction.UNDO, "back")
    return None


def explain(board: Board, move: Move, *, right_fill: bool, wins_in: int | None = None) -> Advice:
    """Return a legal move that was found by other means as advice, with its reason."""
    return replace(_rated(board, move, right_fill)[1], wins_in=wins_in)


def greedy_plan(game: Game, style: int = 0) -> tuple[Action, ...]:
    """Return the one action that looks best and leads to a board that is new in this game; empty if there is none.

    A plan never undoes: a bot with nothing else to do has reached its end. Among equal moves, `style` chooses.
    """
    advice = advise(game, {board.cells for board in game.undoable}, style)
    return () if advice is None or advice.action is ControlAction.UNDO else (advice.action,)


def _after(game: Game, move: Move) -> Board:
    return game.board.after(move, right_fill=game.deal.variant.right_fill)


def _is_locked(board: Board, move: Move) -> bool:
    row, column = divmod(board.cells.index(move.card), board.columns)
    return column < board.locked_in_row(row)


def _rated(board: Board, move: Move, right_fill: bool) -> tuple[tuple[int, int, int], Advice]:  # noqa: FBT001
    """Return a move's rating (cards locked, whether another can lock next, live gaps) and the advice to make it."""
    after = board.after(move, right_fill=right_fill)
    gained = after.locked - board.locked
    opened = _locking_card(after, right_fill) if gained <= 0 else None
    live_gaps = ROWS - len(after.dead_gaps(right_fill=right_fill))
    if gained > 0:
        advice = Advice(move, "locks", card=move.card)
    elif opened is not None:
        advice = Advice(move, "opens", card=opened)
    else:
        advice = Advice(move, "keeps_open", count=live_gaps) if live_gaps > 1 else Advice(move, "moves")
    return (gained, int(opened is not None), live_gaps), advice


def _locking_card(board: Board, right_fill: bool) -> Card | None:  # noqa: FBT001
    locked = board.locked
    moves = board.legal_moves(right_fill=right_fill)
    return next((m.card for m in moves if board.after(m, right_fill=right_fill).locked > locked), None)
