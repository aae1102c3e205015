"""Played games in few bytes: little more than a third of their texts, for those that are kept for long.

A packed game is a version byte and a raw DEFLATE stream (RFC 1951). That of version 1 has: the number of actions; two
bytes for each move (the card, the slot) and one for anything else; the milliseconds between the actions; the last
board, and those after each shuffle, as texts. Numbers are LEB128. Version 0 has the texts themselves, for those that
version 1 would not bring back as they are.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gaprace.errors import RulesError
from gaprace.rules.actions import ControlAction, TimedAction, parse_transcript, transcript_text
from gaprace.rules.board import Move

TEXTS, ACTIONS = 0, 1
"""The versions."""
_CONTROLS = tuple(sorted(ControlAction))
_FIRST_CONTROL = 0xF0
"""Above all cards. Versions to come may add controls only at the end."""
_LEVEL, _RAW = 9, -zlib.MAX_WBITS
_MORE, _BITS = 0x80, 7


class PlayedGame(NamedTuple):
    """What is known of how a game was played."""

    transcript: str
    boards: str | None
    """The last board, then those after each shuffle, joined by spaces; None if they are not known."""


def packed(game: PlayedGame) -> bytes:
    """Return a game in few bytes, from which `unpacked` returns the same."""
    try:
        data = bytes((ACTIONS,)) + _deflated(_by_actions(game))
        if unpacked(data) == game:
            return data
    except (RulesError, ValueError):
        pass
    return bytes((TEXTS,)) + _deflated("\n".join((game.transcript, game.boards or "")).encode())


def _by_actions(game: PlayedGame) -> bytes:
    actions = [*parse_transcript(game.transcript)]
    parts = (
        _number(len(actions)),
        *map(_action, actions),
        *map(_number, _pauses(actions)),
        (game.boards or "").encode(),
    )
    return b"".join(parts)


def _deflated(data: bytes) -> bytes:
    compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW)
    return compressor.compress(data) + compressor.flush()


def unpacked(data: bytes) -> PlayedGame:
    """Return the game that `packed` has made these bytes of.

    Raises:
        ValueError: a later version has made them.

    """
    version, inflated = data[0], zlib.decompress(data[1:], _RAW)
    if version == TEXTS:
        transcript, _, boards = inflated.decode().partition("\n")
        return PlayedGame(transcript, boards or None)
    if version != ACTIONS:
        raise ValueError(f"A packed game of version {version} is one of a newer program.")
    rest = iter(inflated)
    played = [_read_action(rest) for _ in range(_read_number(rest))]
    actions, ms = [], 0
    for action in played:
        ms += _read_number(rest)
        actions.append(TimedAction(action, ms))
    return PlayedGame(transcript_text(actions), bytes(rest).decode() or None)


def _pauses(actions: Iterable[TimedAction]) -> Iterator[int]:
    last = 0
    for each in actions:
        yield each.ms - last
        last = each.ms


def _action(timed: TimedAction) -> bytes:
    action = timed.action
    if isinstance(action, Move):
        return bytes((action.card, action.to))
    return bytes((_FIRST_CONTROL + _CONTROLS.index(action),))


def _read_action(data: Iterator[int]) -> Move | ControlAction:
    first = next(data)
    return _CONTROLS[first - _FIRST_CONTROL] if first >= _FIRST_CONTROL else Move(first, next(data))


def _number(value: int) -> bytes:
    """Return a number as bytes.

    Raises:
        ValueError: it is negative.

    """
    data = bytearray()
    while value >= _MORE:
        data.append(value & (_MORE - 1) | _MORE)
        value >>= _BITS
    return bytes((*data, value))


def _read_number(data: Iterator[int]) -> int:
    value = shift = 0
    while (part := next(data)) & _MORE:
        value |= (part & (_MORE - 1)) << shift
        shift += _BITS
    return value | part << shift
