"""Traces by OpenTelemetry: what is recorded of frames and requests, and that nothing is added while they are off."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from opentelemetry.sdk.resources import SERVICE_NAME
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import gaprace.wiring.adapters
from gaprace.client import AsyncClient
from gaprace.errors import BotError
from gaprace.metrics import PrometheusMetrics
from gaprace.rooms.action_journal import Journal
from gaprace.rooms.peers import RoomPeers
from gaprace.settings import read_settings
from gaprace.tracing import OpenTelemetry, resource
from gaprace.wire import Settings, VariantChoice
from gaprace.wiring.adapters import new_tracing, open_adapters
from gaprace.wiring.application import open_application, room_context, word_list
from tests.metrics import NoMetrics
from tests.positions import KNOWN_DEAL
from tests.processes import PATIENCE_S, TEST_SETTINGS, until
from tests.redis_server import RedisServer
from tests.refusals import refused
from tests.web.harness import served

SOLO = Settings(VariantChoice("mini"), seats=1, limit_minutes=None, boards_open=True, code=KNOWN_DEAL)
ON = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}


class Recorded:
    """The spans of one process."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self._exporter))
        self.tracing = OpenTelemetry(provider)

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        return self._exporter.get_finished_spans()

    def of(self, trace: ReadableSpan) -> list[ReadableSpan]:
        """The steps of a trace in order, without its root."""
        found = [each for each in self.spans if each.context.trace_id == trace.context.trace_id and each.parent]
        return sorted(found, key=lambda each: each.start_time or 0)

    def actions(self, **attributes: object) -> list[ReadableSpan]:
        roots = [each for each in self.spans if each.name == "action"]
        return [each for each in roots if attributes.items() <= dict(each.attributes or {}).items()]


@asynccontextmanager
async def process(url: str, bus: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Recorded, str]]:
    """A whole server process, in this one."""
    recorded = Recorded()
    monkeypatch.setattr(gaprace.wiring.adapters, "new_tracing", lambda _: recorded.tracing)
    settings = read_settings({**TEST_SETTINGS, "GAPRACE_BUS_URL": bus, "GAPRACE_DATABASE_URL": url})
    async with open_application(settings) as application, served(application.asgi) as at:
        yield recorded, f"http://{at}"
        await application.drain()


async def test_an_action_is_traced_from_its_frame_to_the_journal_and_the_peers(
    sqlite_url: str, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        process(sqlite_url, redis.url, monkeypatch) as (here, base),
        process(sqlite_url, redis.url, monkeypatch) as (there, other_base),
    ):
        player, watcher = AsyncClient(base), AsyncClient(other_base)
        await player.sign_up("Ann Mortimer")
        await watcher.sign_up("Bob")
        code = await player.new_room(SOLO)
        async with await player.room(code) as room, await watcher.room(code, watch=True) as stand:
            await room.race()
            await stand.connection.until(lambda replica: replica.started)
            move = room.legal_moves()[0]
            await room.act(move)
            with pytest.raises(BotError):
                await room.act("redo")
            game = room.game.game
            await until(lambda: here.actions(game=game, n=1))
            (stored,) = here.actions(game=game, n=1)
            steps = here.of(stored)
            assert [step.name for step in steps] == ["receive", "decode", "decide", "store", "publish"]
            assert [step.end_time for step in steps[:-1]] == [step.start_time for step in steps[1:]]
            assert dict(steps[3].attributes or {}) == {"outcome": "stored"}
            assert dict(stored.attributes or {}) == {"command": "act", "game": game, "n": 1}
            (refused,) = here.actions(game=game, n=2)
            assert [step.name for step in here.of(refused)] == ["receive", "decode", "decide"]

            await until(lambda: [each for each in there.spans if each.name == "peer"])
            heard = {each.context.trace_id for each in there.spans if each.name == "peer"}
            assert stored.context.trace_id in heard

        requests = [each for each in here.spans if each.name == "POST /api/v1/rooms"]
        assert [dict(each.attributes or {}) for each in requests] == [
            {"http.request.method": "POST", "http.route": "/api/v1/rooms", "http.response.status_code": 201}
        ]
        told = str([(span.name, dict(span.attributes or {})) for span in [*here.spans, *there.spans]])
        assert not [each for each in ("Ann", "Bob", player.token, code, "127.0.0.1") if each in told]


async def test_a_process_without_traces_is_made_of_the_same_parts_as_ever(sqlite_url: str) -> None:
    assert new_tracing({}) is None
    settings = read_settings({**TEST_SETTINGS, "GAPRACE_DATABASE_URL": sqlite_url})
    async with open_adapters(settings) as adapters:
        context = room_context(adapters, 1, word_list(""))
        assert type(adapters.metrics) is PrometheusMetrics
        assert type(context.journal) is Journal
        assert context.peers is RoomPeers
        traced = room_context(replace(adapters, tracing=Recorded().tracing), 1, word_list(""))
        assert type(traced.journal) is not Journal


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"OTEL_SERVICE_NAME": "race"},
        {**ON, "OTEL_SDK_DISABLED": "true"},
        {**ON, "OTEL_TRACES_EXPORTER": "none"},
    ],
)
def test_the_standard_variables_switch_traces_off(environment: dict[str, str]) -> None:
    assert new_tracing(environment) is None


async def test_an_endpoint_switches_traces_on_and_a_collector_that_is_away_delays_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, text in ON.items():
        monkeypatch.setenv(name, text)
    tracing = new_tracing(os.environ)
    tracing.journal(None, NoMetrics())  # it writes nothing
    await asyncio.wait_for(tracing.close(), PATIENCE_S)


def test_what_cannot_be_done_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with refused("bad_otel_protocol", "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf"):
        new_tracing({**ON, "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"})
    monkeypatch.setitem(sys.modules, "gaprace.tracing", None)
    with refused("no_opentelemetry", "pip install 'gaprace[otel]'"):
        new_tracing(ON)


def test_spans_carry_the_name_that_the_variables_give(monkeypatch: pytest.MonkeyPatch) -> None:
    assert resource({}).attributes[SERVICE_NAME] == "gaprace"
    monkeypatch.setenv("OTEL_SERVICE_NAME", "race")
    assert resource(os.environ).attributes[SERVICE_NAME] == "race"
