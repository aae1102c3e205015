"""Mutations of commands, the same for the same seed."""

import json
import struct
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, get_args

from gaprace.wire import Command
from tests.fuzz import hostile_values
from tests.fuzz.grammar import Tree
from tests.raw_websockets import text_frame

_MASKED, _FINAL = 0x80, 0x80
_TEXT, _BINARY, _CONT, _CLOSE, _PING, _PONG = 1, 2, 0, 8, 9, 10
_NO_MASK = b"\0\0\0\0"
TAGS = [command.__struct_config__.tag for command in get_args(Command)]
_STRANGE_TAGS = ("welcome", "bye", "acted", "Act", "", "\0", None, 1, [], {})


class Sent(NamedTuple):
    """One message on the wire."""

    frames: bytes
    content: str | bytes | None
    """The message as the server has to read it; `None` for a breach of the protocol, which ends the connection."""


# Mutations of the JSON tree


def _places(tree: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:  # noqa: ANN401 - any JSON value
    """Collect every place in a tree, as (container, key)."""
    keys = tree.keys() if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        found.append((tree, key))
        _places(tree[key], found)
    return found


def _with_other_value(random: Random, tree: Tree) -> Tree:
    container, key = random.choice(_places(tree, []))
    container[key] = hostile_values.value(random)
    return tree


def _with_other_number(random: Random, tree: Tree) -> Tree:
    """Change a number to one nearby or far away; without a number, change any value."""
    numbers = [(box, key) for box, key in _places(tree, []) if type(box[key]) in {int, float}]
    if not numbers:
        return _with_other_value(random, tree)
    box, key = random.choice(numbers)
    box[key] = random.choice((box[key] + 1, box[key] - 1, -box[key], *hostile_values.NUMBERS))
    return tree


def _without_key(random: Random, tree: Tree) -> Tree:
    box, key = random.choice([place for place in _places(tree, []) if isinstance(place[0], dict)])
    del box[key]
    return tree


def _with_more_keys(random: Random, tree: Tree) -> Tree:
    boxes = [tree, *(value for value in tree.values() if isinstance(value, dict))]
    random.choice(boxes)[hostile_values.text(random)] = hostile_values.value(random)
    return tree


def _with_other_tag(random: Random, tree: Tree) -> Tree:
    tree["t"] = random.choice((*TAGS, *_STRANGE_TAGS))
    return tree


def _with_hostile_text(random: Random, tree: Tree) -> Tree:
    texts = [(box, key) for box, key in _places(tree, []) if isinstance(box[key], str) and key != "t"]
    if not texts:
        return {"t": "say", "text": hostile_values.text(random)}
    box, key = random.choice(texts)
    box[key] = hostile_values.text(random)
    return tree


TREES: tuple[Callable[[Random, Tree], Tree], ...] = (
    _with_other_value,
    _with_other_number,
    _without_key,
    _with_more_keys,
    _with_other_tag,
    *[_with_hostile_text] * 7,  # mostly valid, and so passed on to the room
)


# Mutations of the bytes: hardly JSON any more


def _flipped(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randrange(1, 5)):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(7)  # stays ASCII, so that it is read as text
    return bytes(changed)


def _cut(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data))]


def _doubled(random: Random, data: bytes) -> bytes:
    begin, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[begin:end] * random.randrange(1, 4) + data[end:]


def _with_raw_value(random: Random, data: bytes) -> bytes:
    """Replace a value by an invalid number, or by half a character."""
    return data.replace(
        random.choice((b":1", b'":"', b":true", b'"}')), b":" + random.choice(hostile_values.RAW).encode(), 1
    )


def _with_key_twice(_: Random, data: bytes) -> bytes:
    return data[:-1] + b"," + data[1:]


def _noise(random: Random, _: bytes) -> bytes:
    return bytes(random.randrange(128) for _ in range(random.randrange(200)))


BYTES: tuple[Callable[[Random, bytes], bytes], ...] = (
    _flipped,
    _cut,
    _doubled,
    _with_raw_value,
    _with_key_twice,
    _noise,
    lambda random, _: hostile_values.nested(random),
)


# Mutations of the frames: hardly a message any more


def frame(opcode: int, payload: bytes, *, fin: bool = True, bits: int = 0, masked: bool = True) -> bytes:
    """Return a frame, valid or not."""
    first, mask = opcode | bits | (_FINAL if fin else 0), _MASKED if masked else 0
    size = len(payload)
    head = bytes((first, mask | size)) if size < 126 else struct.pack("!BBH", first, mask | 126, size)
    return head + (_NO_MASK if masked else b"") + payload


def _as_binary(random: Random, data: bytes) -> Sent:
    payload = random.choice((data, random.randbytes(random.randrange(200))))
    return Sent(frame(_BINARY, payload), payload)


def _in_fragments(random: Random, data: bytes) -> Sent:
    at = random.randrange(len(data) + 1)
    between = random.choice((b"", frame(_PING, b"x"), frame(_PONG, b"")))
    return Sent(frame(_TEXT, data[:at], fin=False) + between + frame(_CONT, data[at:]), data.decode())


FRAMES: tuple[Callable[[Random, bytes], Sent], ...] = (_as_binary, _in_fragments)


def breach(random: Random, data: bytes) -> Sent:
    """Return a breach of the WebSocket protocol, or its end."""
    return Sent(
        random.choice(
            (
                frame(_TEXT, random.randbytes(random.randrange(1, 100)) + b"\xff"),
                frame(_TEXT, data[:-1] + b"\xed\xa0\x80"),
                frame(_TEXT, data, bits=0x40),
                frame(_TEXT, data, masked=False),
                frame(random.choice((3, 7, 11, 15)), data),
                frame(_CONT, data),
                frame(_TEXT, data, fin=False) + frame(_TEXT, data),
                frame(_TEXT, b"", fin=False) + frame(_CONT, b"", fin=False) * 70,
                frame(_PING, b"x" * 126),
                frame(_CLOSE, b"\x03"),
                frame(_CLOSE, struct.pack("!H", random.randrange(1, 5000)) + b"bye\xff"),
                frame(_CLOSE, b""),
                bytes((0x81, 0xFF)) + b"\xff" * 8 + _NO_MASK,
                bytes((0x81, 0xFF)) + (2**20).to_bytes(8, "big") + _NO_MASK + data,
            )
        ),
        None,
    )


# Messages


def written(tree: Tree) -> bytes:
    return json.dumps(tree, ensure_ascii=False).encode(errors="replace")


def mutated(random: Random, tree: Tree, wildness: float) -> Sent:
    """Return a message made from a command: unchanged, mutated, or, with the probability `wildness`, broken."""
    if random.random() < wildness:
        return _wild(random, written(tree))
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        tree = random.choice(TREES)(random, tree) if tree else tree
    data = written(tree)
    return Sent(text_frame(data), data.decode())


def _wild(random: Random, data: bytes) -> Sent:
    if random.random() < 0.15:
        return random.choice(FRAMES)(random, data)
    data = random.choice(BYTES)(random, data).decode(errors="ignore").encode()
    return Sent(text_frame(data), data.decode())
