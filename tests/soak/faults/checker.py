"""The checker: it compares what clients were told with what the store holds, and plays every game again."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.independent_rules import legal_moves, moved, opening, redeal
from tests.soak.faults.history import History
from tests.soak.faults.player import VARIANT


class Deal(NamedTuple):
    """What the reveal of a race tells."""

    code: str
    secret: bytes


def violations(history: History, transcripts: dict[str, str], games: list[str], deal: Deal) -> Iterator[str]:
    """Yield everything in which the store or the clients' history break the promise."""
    yield from history.doubts
    for game in games:
        if game not in transcripts:
            yield f"game {game} has not ended in the store"
            continue
        stored = [_timed(token) for token in transcripts[game].split(" ") if token]
        yield from _contradictions(game, history, stored)
        yield from _illegal(game, stored, deal)


def _timed(token: str) -> tuple[str, int]:
    action, _, ms = token.rpartition(":")
    return action, int(ms)


def _contradictions(game: str, history: History, stored: list[tuple[str, int]]) -> Iterator[str]:
    for n, told in sorted(history.told.get(game, {}).items()):
        if n > len(stored):
            yield f"action {n} of game {game}, {told}, was acknowledged and is lost: {len(stored)} are stored"
        elif stored[n - 1] != told:
            yield f"action {n} of game {game} was told as {told} and is stored as {stored[n - 1]}"


def _illegal(game: str, stored: list[tuple[str, int]], deal: Deal) -> Iterator[str]:
    """Play a game again by the second implementation of the rules."""
    board, undoable, redoable, shuffles, before = opening(VARIANT, deal.code), [], [], 0, 0
    for n, (action, ms) in enumerate(stored, 1):
        if ms < before:
            yield f"action {n} of game {game} is earlier than the one before"
        before = ms
        match action:
            case "undo":
                redoable.append(board)
                board = undoable.pop()
            case "redo":
                undoable.append(board)
                board = redoable.pop()
            case "shuffle":
                shuffles += 1
                undoable.append(board)
                redoable.clear()
                board = redeal(VARIANT, board, deal.secret, shuffles)
            case "resign":
                if n != len(stored):
                    yield f"actions follow the resignation of game {game}"
            case _:
                card, _, slot = action.partition("@")
                if (card, int(slot)) not in legal_moves(VARIANT, board):
                    yield f"action {n} of game {game}, {action}, is illegal"
                undoable.append(board)
                redoable.clear()
                board = moved(board, card, int(slot))
