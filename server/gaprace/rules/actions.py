"""Actions, and their texts: one action on the wire, a transcript for a whole game.

A move is written as card and slot, `6D@27`; the other actions by their names. A transcript joins its tokens with single
spaces. Each token is an action with the milliseconds since the start: `6D@27:1532 shuffle:2044 undo:3000`.
"""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from gaprace.errors import BadText, quoted
from gaprace.rules.board import TEXT_OF, Move, parse_card


class ControlAction(StrEnum):
    """An action other than a move. Its value is its text."""

    SHUFFLE = "shuffle"
    UNDO = "undo"
    REDO = "redo"
    RESIGN = "resign"


Action = Move | ControlAction


class TimedAction(NamedTuple):
    """An action with the time at which it was received."""

    action: Action
    ms: int
    """Milliseconds since the start."""


_CACHE_SIZE = 4096
"""More than the 2 499 actions of the largest board, so that their texts are written and read once."""
_CONTROLS = frozenset(ControlAction)
_MOVE = re.compile(r"(..)@(0|[1-9][0-9]{0,2})")
_TIMED = re.compile(r"([^:]+):(0|[1-9][0-9]{0,11})")


@lru_cache(_CACHE_SIZE)
def action_text(action: Action) -> str:
    """Return the text of an action: `6D@27`, `shuffle`, `undo`, `redo` or `resign`."""
    return action.value if isinstance(action, ControlAction) else f"{TEXT_OF[action.card]}@{action.to}"


@lru_cache(_CACHE_SIZE)
def parse_action(text: str) -> Action:
    """Return the action that a text stands for. Raises BadText `bad_action`, `bad_card`."""
    if text in _CONTROLS:
        return ControlAction(text)
    parts = _MOVE.fullmatch(text)
    if parts is None:
        raise BadText(
            "bad_action", f"{quoted(text)} is not an action: write a move as 6D@27, or {', '.join(ControlAction)}."
        )
    return Move(parse_card(parts[1]), int(parts[2]))


def transcript_text(actions: Iterable[TimedAction]) -> str:
    """Return a transcript: one token per action, joined by spaces."""
    return " ".join(f"{action_text(action)}:{ms}" for action, ms in actions)


def parse_transcript(text: str) -> Iterator[TimedAction]:
    """Yield the actions of a transcript, so that those before a bad token can still be played.

    Raises BadText `bad_transcript`; `at` is the number of the bad token, from 1.
    """
    for number, token in enumerate(text.split(" ") if text else (), 1):
        yield _parse_token(token, number)


def _parse_token(token: str, number: int) -> TimedAction:
    parts = _TIMED.fullmatch(token)
    if parts is None:
        raise BadText(
            "bad_transcript",
            f"Token {number} of the transcript, {quoted(token)}, is not an action with its milliseconds,"
            " such as 6D@27:1532.",
            at=number,
        )
    try:
        return TimedAction(parse_action(parts[1]), int(parts[2]))
    except BadText as error:
        raise BadText("bad_transcript", f"In token {number} of the transcript, {error}", at=number) from None
