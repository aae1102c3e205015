"""Tries at puzzles. Pure.

A try consists of moves until one loses, or until all winning moves have been found.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from gaprace.errors import Refusal, RulesError
from gaprace.rules.actions import ControlAction, action_text, parse_action
from gaprace.rules.board import Board, Move, parse_board
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.solver.answers import Puzzle
from gaprace.wire import Wire

TryState = Literal["open", "solved", "failed"]


class Refuted(Wire, frozen=True):
    """A move that loses."""

    move: str
    """The move."""
    boards: int
    """All boards that can be reached after it. None of them is won."""
    locked: int
    """The most cards that can be locked on any of them."""
    line: list[str]
    """The moves to that board, after the losing one."""


class Proof(Wire, frozen=True):
    """The stored proof of a puzzle."""

    win: list[str]
    """The moves that win after those to be found: one way of several."""
    refuted: list[list[Refuted]]
    """All other moves, for each move to be found."""


class PlayedMove(NamedTuple):
    """The result of a move."""

    state: TryState
    found: tuple[Move, ...]
    """The moves that were found so far."""
    wrong: str = ""
    """The move that lost, or `resign`."""


# Made


def line_text(moves: Sequence[Move]) -> str:
    """Return moves as text, joined by spaces."""
    return " ".join(action_text(move) for move in moves)


def parse_line(text: str) -> tuple[Move, ...]:
    """Return the moves of a text that `line_text` has made."""
    actions = (parse_action(each) for each in text.split())
    return tuple(action for action in actions if isinstance(action, Move))


def proof_of(puzzle: Puzzle) -> bytes:
    """Return the proof of a puzzle as JSON, for the store."""
    refuted = [
        [
            Refuted(action_text(each.move), each.boards, each.locked, [action_text(move) for move in each.line])
            for each in step.refutations
        ]
        for step in puzzle.steps
    ]
    return msgspec.json.encode(Proof([action_text(move) for move in puzzle.win], refuted))


def read_proof(stored: bytes) -> Proof:
    """Return a stored proof."""
    return msgspec.json.decode(stored, type=Proof)


def runs_of(deal: Deal, transcript: str) -> list[list[Board]]:
    """Return the boards of a finished game, in runs of which moves alone led from each to the next."""
    runs, moves = list[list[Board]](), -1
    for game in Game.replaying(deal, transcript):
        if game.moves == moves + 1:
            if moves < 0:
                runs.append([])
            runs[-1].append(game.board)
        elif game.board != runs[-1][-1]:
            runs.append([game.board])
        moves = game.moves
    return [run for run in runs if len(run) > 1]


# Played


def played(board: str, columns: int, line: str, found: str, typed: str) -> PlayedMove:
    """Return the result of the next move of a try, or of `resign`."""
    wanted, made = parse_line(line), parse_line(found)
    move = _move(typed)
    if move is None:
        return PlayedMove("failed", made, typed)
    position = parse_board(board, columns)
    try:
        for each in (*made, move):
            position = position.after(each)
    except RulesError as error:
        raise Refusal("illegal_move", error.message) from None
    if move != wanted[len(made)]:
        return PlayedMove("failed", made, typed)
    made = (*made, move)
    return PlayedMove("solved" if made == wanted else "open", made)


def _move(typed: str) -> Move | None:
    """Return a move; None for giving up."""
    try:
        action = parse_action(typed)
    except RulesError as error:
        raise Refusal("bad_action", error.message) from None
    if isinstance(action, Move):
        return action
    if action is ControlAction.RESIGN:
        return None
    raise Refusal("bad_action", f"A puzzle has no {action}: send a move such as 6D@27, or resign.")


def refutation_of(proof: Proof, found: int, wrong: str) -> Refuted | None:
    """Return the refutation of a wrong move, after this number of found moves; None for giving up."""
    return next((each for each in proof.refuted[found] if each.move == wrong), None)
