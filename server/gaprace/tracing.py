"""Traces by OpenTelemetry: of each frame on its way to the journal and the peers, and of each HTTP request.

Imported only if the standard `OTEL_*` variables ask for traces; the SDK reads the others of them itself. Spans say
which game, which action and which route, and nothing of people. A frame's trace has these spans, one behind the other:

| span | from | to |
| --- | --- | --- |
| `receive` | the frame has come | it is its turn |
| `decode` | | it is read and counted |
| `decide` | | the rules have accepted the action, or refused it |
| `store` | | its group is in the database |
| `publish` | | it is in the outboxes of all who may see it, and on the bus |

A peer that hears of it from the bus adds the span `peer`.
"""

import asyncio
import os
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from importlib.metadata import version
from time import monotonic, time_ns
from typing import TypeVar

import msgspec
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from gaprace.metrics import PrometheusMetrics
from gaprace.play.live.effects import PeerEvent
from gaprace.ports import ActionAppender, Bus, Clock, Metrics, StoredAction, Written
from gaprace.ports.metrics import HTTP_SECONDS, Histogram, Read
from gaprace.rooms.action_journal import Journal, Report
from gaprace.rooms.peers import PeerMessage, ReportedEvent, RoomPeers
from gaprace.web.http.middleware import CHECKS
from gaprace.wire import Act, Command, Refused

FIRST_SERVER_ERROR = 500
_NS = 1_000_000_000
_PARENT = "traceparent"
Rest = TypeVar("Rest")
_propagator = TraceContextTextMapPropagator()


class _Trace:
    """The trace of one action: a root, and steps one behind the other."""

    def __init__(self, tracer: Tracer, began_ns: int) -> None:
        self._tracer, self._step_began_ns = tracer, began_ns
        self._root = tracer.start_span("action", start_time=began_ns)
        self.context = set_span_in_context(self._root)
        self.is_stored = False
        """Whether the journal has it, and ends it."""
        self._is_action = False

    def step(self, name: str, **attributes: str | int) -> None:
        """Record a step that ends now, and began where the last one ended."""
        if not self._root.is_recording():
            return  # not sampled
        now = time_ns()
        span = self._tracer.start_span(name, self.context, start_time=self._step_began_ns, attributes=attributes)
        span.end(now)
        self._step_began_ns = now

    def decoded(self, message: Command | Refused) -> None:
        """Record the command that was received."""
        self.step("decode")
        self._root.set_attribute("command", str(message.__struct_config__.tag))
        if isinstance(message, Act):
            self._is_action = True
            self.about(message.game, message.n)

    def about(self, game: str, n: int) -> None:
        """Note which action it is."""
        self._root.set_attributes({"game": game, "n": n})

    def leave(self) -> None:
        """End it, unless the journal does: it was refused, or it is no action."""
        if not self.is_stored:
            if self._is_action:
                self.step("decide")
            self.end()

    def end(self) -> None:
        """End it now."""
        self._root.end(time_ns())


_current: ContextVar[_Trace | None] = ContextVar("trace", default=None)


class OpenTelemetry:
    """Implements `ports.Tracing`, and makes those parts of a server that record spans."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("gaprace", version("gaprace"))

    async def close(self) -> None:
        """Export the remaining spans."""
        await asyncio.to_thread(self._provider.shutdown)

    # Frames

    def frames(
        self, take: Callable[[str | bytes], Rest], received_at: Callable[[], float]
    ) -> Callable[[str | bytes], Rest]:

        def traced(data: str | bytes) -> Rest:
            trace = _Trace(self._tracer, time_ns() - round((monotonic() - received_at()) * _NS))
            trace.step("receive")
            token = _current.set(trace)
            try:
                return take(data)
            finally:
                _current.reset(token)
                trace.leave()

        return traced

    def reads(self, read: Read) -> Read:

        def traced(data: str | bytes, now: float) -> Command | Refused:
            message = read(data, now)
            if trace := _current.get():
                trace.decoded(message)
            return message

        return traced

    # The parts of this server

    def journal(self, appender: ActionAppender, metrics: Metrics) -> Journal:
        """Return a journal that records spans."""
        return _TracedJournal(appender, metrics, self._tracer)

    def peers(self, room: str, bus: Bus, clock: Clock) -> RoomPeers:
        """Return the peers of a room, which take traces over from each other."""
        return _TracedPeers(room, bus, clock, self._tracer)

    def metrics(self, max_connections: int) -> PrometheusMetrics:
        """Return metrics that record a span for each HTTP request, too."""
        return _TracedMetrics(max_connections, self._tracer)


class _TracedJournal(Journal):
    def __init__(self, appender: ActionAppender, metrics: Metrics, tracer: Tracer) -> None:
        super().__init__(appender, metrics)
        self._tracer = tracer

    def write(self, action: StoredAction, report: Report) -> None:
        trace = _current.get()
        if trace is None or trace.is_stored:
            trace = _Trace(self._tracer, time_ns())  # of a bot, or of a command that had to wait
        trace.is_stored = True
        trace.about(action.game, action.n)
        trace.step("decide")
        super().write(action, lambda outcome: self._carry_on(trace, report, outcome))

    def _carry_on(self, trace: _Trace, report: Report, outcome: Written) -> None:
        trace.step("store", outcome=outcome.name.lower())
        token = _current.set(trace)
        try:
            report(outcome)
        finally:
            _current.reset(token)
            trace.step("publish")
            trace.end()


class TracedMessage(PeerMessage, frozen=True, array_like=True):
    """A peer's message with the trace that it belongs to; other readers ignore that."""

    parent: str = ""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(TracedMessage)


class _TracedPeers(RoomPeers):
    def __init__(self, room: str, bus: Bus, clock: Clock, tracer: Tracer) -> None:
        super().__init__(room, bus, clock)
        self._tracer = tracer

    def _publish(self, event: ReportedEvent) -> None:
        trace = _current.get()
        if trace is None:
            super()._publish(event)
            return
        self._sent += 1
        message = TracedMessage(self._id, self._sent, event, _parent_of(trace.context))
        self._bus.publish(self._room, _encoder.encode(message))

    def _receive(self, data: bytes, handle: Callable[[PeerEvent], None]) -> None:
        context = _remote_context(data)
        if context is None:
            super()._receive(data, handle)
            return
        with self._tracer.start_as_current_span("peer", context, SpanKind.CONSUMER):
            super()._receive(data, handle)


def _parent_of(context: Context) -> str:
    carrier: dict[str, str] = {}
    _propagator.inject(carrier, context)
    return carrier.get(_PARENT, "")


def _remote_context(data: bytes) -> Context | None:
    try:
        parent = _decoder.decode(data).parent
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # of another version of this program
    return _propagator.extract({_PARENT: parent}) if parent else None


class _TracedMetrics(PrometheusMetrics):
    """A request is known as a whole when it is counted, so nothing else need be wrapped."""

    def __init__(self, max_connections: int, tracer: Tracer) -> None:
        super().__init__(max_connections)
        self._tracer = tracer

    def observe(self, metric: Histogram, value: float, *labels: str) -> None:
        super().observe(metric, value, *labels)
        if metric is HTTP_SECONDS and labels[0] not in CHECKS:
            self._record(value, *labels)

    def _record(self, seconds: float, route: str, method: str, status: str) -> None:
        now = time_ns()
        attributes: dict[str, str | int] = {
            "http.request.method": method,
            "http.route": route,
            "http.response.status_code": int(status),
        }
        span = self._tracer.start_span(
            f"{method} {route}",
            Context(),
            SpanKind.SERVER,
            {**attributes},
            start_time=now - round(seconds * _NS),
        )
        if int(status) >= FIRST_SERVER_ERROR:
            span.set_status(Status(StatusCode.ERROR))
        span.end(now)


def open_tracing() -> OpenTelemetry:
    """Return an exporter of spans in batches, by OTLP over HTTP, as the `OTEL_*` variables say."""
    provider = TracerProvider(resource=resource(os.environ))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return OpenTelemetry(provider)


def resource(environment: Mapping[str, str]) -> Resource:
    """Return the resource of the spans: this program, unless the variables name it otherwise."""
    is_named = environment.get("OTEL_SERVICE_NAME") or SERVICE_NAME in environment.get("OTEL_RESOURCE_ATTRIBUTES", "")
    name = {} if is_named else {SERVICE_NAME: "gaprace"}
    return Resource.create({**name, SERVICE_VERSION: version("gaprace")})
