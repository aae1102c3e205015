"""Routes for those who run the server: whether it lives, whether it can serve, what it measures."""

from http import HTTPStatus
from ipaddress import ip_address
from secrets import compare_digest

import msgspec
from starlette.responses import PlainTextResponse, Response

from gaprace.errors import RequestError
from gaprace.web.http.identity import bearer_token
from gaprace.web.http.operations import JSON, Call, Operation

EXPOSITION = "text/plain; version=1.0.0; charset=utf-8"
_NO_STORE = {"Cache-Control": "no-store"}
_FORWARDING = ("forwarded", "x-forwarded-for")


class Readiness(msgspec.Struct, frozen=True):
    """What `/readyz` answers."""

    status: str
    """`ready`, `degraded` (all is served, and what other processes do shows seconds later), or `unready`."""
    store: str
    bus: str
    draining: bool


async def health(_: Call) -> Response:
    """Say that the server answers."""
    return PlainTextResponse("ok\n", headers=_NO_STORE)


async def readiness(call: Call) -> Response:
    """Say whether the server can serve: 503 while the store is away or the server is about to end."""
    report = await call.parts.health.report()
    draining = not call.parts.gate.is_open
    serves = report.store and not draining
    status = "unready" if not serves else "ready" if report.bus else "degraded"
    answer = Readiness(status, _word(is_up=report.store), _word(is_up=report.bus), draining)
    code = HTTPStatus.OK if serves else HTTPStatus.SERVICE_UNAVAILABLE
    return Response(msgspec.json.encode(answer), code, _NO_STORE, media_type=JSON)


def _word(*, is_up: bool) -> str:
    return "up" if is_up else "down"


async def metrics(call: Call) -> Response:
    """Return the figures for Prometheus, to who has the token for it, or calls from this very machine."""
    if not _may_see_metrics(call):
        raise RequestError("not_found", "There is no such page.")
    return Response(call.parts.exposition(), headers=_NO_STORE, media_type=EXPOSITION)


def _may_see_metrics(call: Call) -> bool:
    token = call.parts.settings.metrics_token
    if token:
        return compare_digest((bearer_token(call.request) or "").encode(), token.encode())
    peer = call.request.client.host if call.request.client else ""
    came_straight = not any(name in call.request.headers for name in _FORWARDING)
    return came_straight and _is_loopback(peer)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


OPERATIONS_ROUTES = (
    Operation("GET", "/healthz", health, media_type="text/plain", is_free=True),
    Operation("GET", "/readyz", readiness, is_free=True),
    Operation("GET", "/metrics", metrics, media_type="text/plain", problems=("not_found",), is_free=True),
)
