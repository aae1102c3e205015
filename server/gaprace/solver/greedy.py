"""The next action that looks best at once, without search.

A card that locks comes first; then a move whose old place lets a card lock next; then the move that leaves the
fewest dead gaps. When nothing moves: a shuffle if one is left, else back.
"""

from collections.abc import Container
from dataclasses import replace

from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import Board, Move
from gaprace.rules.cards import Card
from gaprace.rules.game import Game
from gaprace.solver.advice import Advice


def advise(game: Game, entered: Container[bytes] = (), style: int = 0) -> Advice | None:
    """Advise the next action; None when nothing can be done any more. No move leads to a board (its cells) `entered`.

    A locked card is moved only where nothing else can be done: it can but go to another left end. Of moves that look
    equally good, `style` chooses.
    """
    legal = [move for move in game.legal_moves() if _after(game, move).cells not in entered]
    legal = legal[style % len(legal) :] + legal[: style % len(legal)] if legal else legal
    useful = [move for move in legal if not _is_locked(game.board, move)]
    if useful or (legal and not game.allows_shuffle):
        right_fill = game.deal.variant.right_fill
        return max((_judged(game.board, move, right_fill) for move in useful or legal), key=lambda each: each[0])[1]
    if game.allows_shuffle:
        return Advice(ControlAction.SHUFFLE, "shuffle")
    if game.undoable and not game.is_ended:
        return Advice(ControlAction.UNDO, "back")
    return None


def explain(board: Board, move: Move, *, right_fill: bool, wins_in: int | None = None) -> Advice:
    """Say what speaks for a legal move that was found by other means."""
    return replace(_judged(board, move, right_fill)[1], wins_in=wins_in)


def greedy_plan(game: Game, style: int = 0) -> tuple[Action, ...]:
    """Return the one action that looks best at once and leads to a board that was not there yet; none if there is none.

    A plan never goes back: whoever has nothing else to do is at the end. Of what looks equally good, `style` chooses.
    """
    advice = advise(game, {board.cells for board in game.undoable}, style)
    return () if advice is None or advice.action is ControlAction.UNDO else (advice.action,)


def _after(game: Game, move: Move) -> Board:
    return game.board.after(move, right_fill=game.deal.variant.right_fill)


def _is_locked(board: Board, move: Move) -> bool:
    row, column = divmod(board.cells.index(move.card), board.columns)
    return column < board.locked_in_row(row)


def _judged(board: Board, move: Move, right_fill: bool) -> tuple[tuple[int, int, int], Advice]:  # noqa: FBT001
    after = board.after(move, right_fill=right_fill)
    gained = after.locked - board.locked
    opened = _locking_card(after, right_fill) if gained <= 0 else None
    alive = 4 - len(after.dead_gaps(right_fill=right_fill))
    if gained > 0:
        advice = Advice(move, "locks", card=move.card)
    elif opened is not None:
        advice = Advice(move, "opens", card=opened)
    else:
        advice = Advice(move, "keeps_open", count=alive) if alive > 1 else Advice(move, "moves")
    return (gained, int(opened is not None), alive), advice


def _locking_card(board: Board, right_fill: bool) -> Card | None:  # noqa: FBT001
    locked = board.locked
    moves = board.legal_moves(right_fill=right_fill)
    return next((m.card for m in moves if board.after(m, right_fill=right_fill).locked > locked), None)
