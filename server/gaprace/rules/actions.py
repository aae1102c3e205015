"""Actions, and their texts: one on the wire, a transcript for a whole game.

A move is written as card and slot, `6D@27`; the others by their names. A transcript joins its tokens with single
spaces, and each token is an action and the milliseconds since the start: `6D@27:1532 shuffle:2044 undo:3000`.
"""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from gaprace.errors import BadText, quoted
from gaprace.rules.board import Move
from gaprace.rules.cards import TEXT_OF, parse_card


class ControlAction(StrEnum):
    """An action that needs no more than its name."""

    SHUFFLE = "shuffle"
    UNDO = "undo"
    REDO = "redo"
    RESIGN = "resign"


Action = Move | ControlAction


class TimedAction(NamedTuple):
    """An action and when it was received."""

    action: Action
    ms: int
    """Milliseconds since the start."""


_VERBS = frozenset(ControlAction)
_MOVE = re.compile(r"(..)@(0|[1-9][0-9]{0,2})")
_TIMED = re.compile(r"([^:]+):(0|[1-9][0-9]{0,11})")


def action_text(action: Action) -> str:
    """Write an action: `6D@27`, `shuffle`, `undo`, `redo`, `resign`."""
    return action.value if isinstance(action, ControlAction) else f"{TEXT_OF[action.card]}@{action.to}"


def parse_action(text: str) -> Action:
    """Read an action.

    Raises:
        BadText: `bad_action`, `bad_card`.

    """
    if text in _VERBS:
        return ControlAction(text)
    parts = _MOVE.fullmatch(text)
    if parts is None:
        raise BadText(
            "bad_action", f"{quoted(text)} is not an action: write a move as 6D@27, or {', '.join(ControlAction)}."
        )
    return Move(parse_card(parts[1]), int(parts[2]))


def transcript_text(actions: Iterable[TimedAction]) -> str:
    """Write a transcript: one token an action, joined by spaces."""
    return " ".join(f"{action_text(action)}:{ms}" for action, ms in actions)


def parse_transcript(text: str) -> Iterator[TimedAction]:
    """Read a transcript action by action, so that what comes before a bad token can still be played.

    Raises:
        BadText: `bad_transcript`; its `at` is the number of the bad token.

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
