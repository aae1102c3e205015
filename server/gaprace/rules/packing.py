"""Played games in few bytes: little more than a third of their texts, for those that are kept for long.

A packed game is a byte that names its form and a raw DEFLATE stream (RFC 1951). The form 1 has: the number of actions;
two bytes for each move (the card, the slot) and one for anything else; the milliseconds between the actions; the last
board, and those after each shuffle, as texts. Numbers are LEB128. The form 0 has the texts themselves, for those that
form 1 would not bring back as they are.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gaprace.errors import RulesError
from gaprace.rules.actions import ControlAction, TimedAction, parse_transcript
from gaprace.rules.board import TEXT_OF, Move

TEXTS, ACTIONS = 0, 1
"""The forms."""
_CONTROLS = tuple(sorted(ControlAction))
_FIRST_CONTROL = 0xF0
"""Above all cards. New controls may only be added at the end."""
_LEVEL, _RAW = 9, -zlib.MAX_WBITS
_MORE, _BITS = 0x80, 7


class PlayedGame(NamedTuple):
    """What is known of how a game was played."""

    transcript: str
    boards: str
    """The last board, then those after each shuffle, joined by spaces."""


def packed(game: PlayedGame) -> bytes:
    """Return a game in few bytes, from which `unpacked` returns the same."""
    try:
        data = bytes((ACTIONS,)) + _deflated(_by_actions(game))
        if unpacked(data) == game:
            return data
    except (RulesError, ValueError):
        pass
    return bytes((TEXTS,)) + _deflated(f"{game.transcript}\n{game.boards}".encode())


def _by_actions(game: PlayedGame) -> bytes:
    actions = [*parse_transcript(game.transcript)]
    parts = (
        _number(len(actions)),
        *map(_action, actions),
        *map(_number, _pauses(actions)),
        game.boards.encode(),
    )
    return b"".join(parts)


def _deflated(data: bytes) -> bytes:
    compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW)
    return compressor.compress(data) + compressor.flush()


def unpacked(data: bytes) -> PlayedGame:
    """Return the game that `packed` has made these bytes of. Raises ValueError if a later version has made them."""
    version, inflated = data[0], zlib.decompress(data[1:], _RAW)
    if version == TEXTS:
        transcript, _, boards = inflated.decode().partition("\n")
        return PlayedGame(transcript, boards)
    if version != ACTIONS:
        raise ValueError(f"A packed game of version {version} needs a newer version of the program.")
    count, at = _read_number(inflated, 0)
    tokens, at = _read_actions(inflated, at, count)
    ms = 0
    for number, token in enumerate(tokens):
        pause, at = _read_number(inflated, at)
        ms += pause
        tokens[number] = f"{token}:{ms}"
    return PlayedGame(" ".join(tokens), inflated[at:].decode())


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


def _read_actions(data: bytes, at: int, count: int) -> tuple[list[str], int]:
    """Return so many actions from a place on as texts, and the place behind them.

    They are not made into objects on the way: dumps read millions of them.
    """
    texts = list[str]()
    for _ in range(count):
        first = data[at]
        if first >= _FIRST_CONTROL:
            texts.append(_CONTROLS[first - _FIRST_CONTROL])
            at += 1
        else:
            texts.append(f"{TEXT_OF[first]}@{data[at + 1]}")
            at += 2
    return texts, at


def _number(value: int) -> bytes:
    """Return a number as bytes."""
    data = bytearray()
    while value >= _MORE:
        data.append(value & (_MORE - 1) | _MORE)
        value >>= _BITS
    return bytes((*data, value))


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    """Return the number at a place, and the place behind it."""
    value = shift = 0
    while (part := data[at]) & _MORE:
        value |= (part & (_MORE - 1)) << shift
        shift += _BITS
        at += 1
    return value | part << shift, at + 1
