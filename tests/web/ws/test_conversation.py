import json
from collections.abc import Callable
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from gaprace.errors import Disconnected
from gaprace.web.ws.commands import COMMANDS
from gaprace.web.ws.conversation import CommandReader, games_of
from gaprace.web.ws.limits import MAX_FRAME_BYTES
from gaprace.wire import PROTOCOL, Act, Command, Hello, Member, Ping, Ready, Refused, Rematch, Start


@pytest.fixture
def reader() -> CommandReader:
    return CommandReader(20, 0.0)


def said(**fields: object) -> str:
    return json.dumps(fields)


PING = said(t="ping", sent=1)


def closed(call: Callable[[], object]) -> str:
    with pytest.raises(Disconnected) as caught:
        call()
    return caught.value.code


def test_every_command_has_its_row() -> None:
    assert {*COMMANDS} == {*get_args(Command)}


def test_a_command_is_read(reader: CommandReader) -> None:
    assert reader.read_command(PING, 0.0) == Ping(1)
    act = said(t="act", game="g", n=1, action="undo")
    assert reader.read_command(act, 0.0) == Act("g", 1, "undo")


@pytest.mark.parametrize(
    ("command", "ready", "waiting", "bots", "games"),
    [
        (Start(), 0, 1, 0, 1),
        (Start(), 0, 1, 49, 50),
        (Start(), 9, 1, 0, 1),
        (Start(), 0, 50, 0, 50),
        (Start(), 10, 0, 0, 1),
        (Rematch(), 1, 3, 2, 5),
        (Ready(), 0, 10, 0, 1),
        (Ready(), 0, 1, 9, 10),
    ],
)
def test_who_begins_a_race_begins_the_games_of_bots_and_of_those_who_were_not_ready(
    command: Command, ready: int, waiting: int, bots: int, games: int
) -> None:
    people = [*[Member("ready", "Ann", ready=True)] * ready, *[Member("waits", "Bob")] * waiting]
    assert games_of(command, [*people, *[Member("bot-1-1", "Ada", ready=True, bot=1)] * bots]) == games


UNREADABLE = [
    "",
    "null",
    "[]",
    "{",
    "{}",
    "nonsense",
    said(t="fly"),
    said(t=5),
    said(t="ready", surprise=1),
    said(t="act", game="g", n=0, action="undo"),
    said(t="act", game="g", n="1", action="undo"),
    said(t="act", game="g" * 33, n=1, action="undo"),
    said(t="say", text="x" * 301),
    '{"t":"say","text":"\\ud800"}',
    '{"t":"say","text":"\ud800"}',
    "[" * MAX_FRAME_BYTES,
    "1" * MAX_FRAME_BYTES,
    '{"t":"ping","sent":1e999}',
    PING.encode(),
    b"",
    b"\xff",
    said(t="hello", protocol=PROTOCOL),
]


@pytest.mark.parametrize("data", UNREADABLE)
def test_what_cannot_be_read_is_refused_with_a_reason(reader: CommandReader, data: str | bytes) -> None:
    refused = reader.read_command(data, 0.0)
    assert isinstance(refused, Refused)
    assert (refused.command, refused.code, refused.n) == ("", "bad_message", UNSET)
    assert len(refused.message) > 20


@given(st.text(max_size=60) | st.binary(max_size=60))
def test_whatever_comes_is_read_or_refused(data: str | bytes) -> None:
    assert CommandReader(20, 0.0).read_command(data, 0.0) is not None
    with suppress(Disconnected):
        assert CommandReader(20, 0.0).read_hello(data, 0.0) is not None


def test_the_fifth_unreadable_message_is_the_last(reader: CommandReader) -> None:
    for _ in range(4):
        reader.read_command("nonsense", 0.0)
        reader.read_command(PING, 0.0)
    assert closed(lambda: reader.read_command("nonsense", 0.0)) == "bad_message"


@pytest.mark.parametrize("data", ["x" * 4097, "é" * 2049, b"x" * 4097])
def test_a_message_of_more_bytes_than_allowed_ends_the_connection(reader: CommandReader, data: str | bytes) -> None:
    assert closed(lambda: reader.read_command(data, 0.0)) == "frame_too_large"
    assert closed(lambda: reader.read_hello(data, 0.0)) == "frame_too_large"


def test_a_message_may_be_as_large_as_allowed(reader: CommandReader) -> None:
    padded = PING + " " * (MAX_FRAME_BYTES - len(PING))
    assert reader.read_command(padded, 0.0) == Ping(1)


def test_beyond_the_burst_a_command_is_refused_with_its_tag_and_number(reader: CommandReader) -> None:
    for _ in range(40):
        assert reader.read_command(PING, 0.0) == Ping(1)
    refused = reader.read_command(said(t="act", game="g", n=7, action="undo"), 0.0)
    assert isinstance(refused, Refused)
    assert (refused.command, refused.code, refused.n) == ("act", "too_fast", 7)
    refused = reader.read_command(PING, 0.0)
    assert isinstance(refused, Refused)
    assert (refused.command, refused.code, refused.n) == ("ping", "too_fast", UNSET)
    assert reader.read_command(PING, 0.1) == Ping(1)


def test_the_two_hundredth_command_that_is_too_fast_is_the_last(reader: CommandReader) -> None:
    for _ in range(40 + 199):
        reader.read_command(PING, 0.0)
    assert closed(lambda: reader.read_command(PING, 0.0)) == "too_fast"


def test_unreadable_messages_count_for_the_rate(reader: CommandReader) -> None:
    for _ in range(4):
        reader.read_command("nonsense", 0.0)
    for _ in range(36):
        assert reader.read_command(PING, 0.0) == Ping(1)
    assert isinstance(reader.read_command(PING, 0.0), Refused)


def test_hello_is_read(reader: CommandReader) -> None:
    assert reader.read_hello(said(t="hello", protocol=PROTOCOL, watch=True), 0.0) == Hello(PROTOCOL, watch=True)


@pytest.mark.parametrize("data", [PING, "nonsense", b"{}", said(t="hello"), said(t="hello", protocol=PROTOCOL, x=1)])
def test_anything_else_first_is_refused(reader: CommandReader, data: str | bytes) -> None:
    refused = reader.read_hello(data, 0.0)
    assert isinstance(refused, Refused)
    assert refused.code == "bad_message"


@pytest.mark.parametrize(
    "fields",
    [{"protocol": 2, "version": 3, "seen": {}}, {"protocol": 0}, {"protocol": 99, "field_of_the_future": {"x": 1}}],
)
def test_a_hello_of_another_protocol_is_recognised_whatever_else_it_says(
    reader: CommandReader, fields: dict[str, object]
) -> None:
    assert closed(lambda: reader.read_hello(said(t="hello", **fields), 0.0)) == "unknown_protocol"
