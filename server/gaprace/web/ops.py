"""Routes for operators: liveness, readiness and metrics."""

from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from ipaddress import ip_address
from secrets import compare_digest
from typing import Literal

import msgspec
from starlette.responses import PlainTextResponse, Response

from gaprace.errors import Refusal
from gaprace.web.http.authentication import bearer_token
from gaprace.web.http.bodies import JSON
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route

READINESS_PATH = "/readyz"
SECURITY_PATH = "/.well-known/security.txt"
SECURITY_LIFETIME = timedelta(days=180)
"""The time until an answer expires; the standard asks for less than a year."""
METRICS_MEDIA_TYPE = "text/plain; version=1.0.0; charset=utf-8"
ROBOTS_PATH = "/robots.txt"
NO_PAGES = ("/api/", "/ws/", "/sign-in")
"""Paths that are no pages, by their beginnings: robots that run scripts look at pages without them."""
_NO_STORE = {"Cache-Control": "no-store"}
_FORWARDING_HEADERS = ("forwarded", "x-forwarded-for")


class Readiness(msgspec.Struct, frozen=True):
    """The body of `/readyz`."""

    status: Literal["ready", "degraded", "unready"]
    """`degraded`: everything works, but changes made by other servers show up seconds late."""
    store: Literal["up", "down"]
    clock: Literal["right", "wrong"]
    """`wrong`: more than 200 ms ahead of the database's; it goes slowly until it is right."""
    bus: Literal["up", "down"]
    draining: bool
    read_only: bool
    """Whether everything can be looked at, and nothing is stored or played."""


async def get_health(_: RequestContext) -> Response:
    """Return 200 while the server runs."""
    return PlainTextResponse("ok\n", headers=_NO_STORE)


async def get_readiness(context: RequestContext) -> Response:
    """Return whether the server can serve: 503 if it cannot store actions, has a wrong clock, or shuts down.

    Nothing is asked of the store or the bus, so a check during a stall costs nothing.
    """
    lifecycle, shared = context.app.lifecycle, context.app.shared
    draining = lifecycle.is_leaving or lifecycle.is_draining
    can_store, is_right, is_up = shared.journal.can_store, shared.clock.is_right, shared.bus.is_up
    serves = can_store and is_right and not draining
    body = Readiness(
        status="unready" if not serves else "ready" if is_up else "degraded",
        store="up" if can_store else "down",
        clock="right" if is_right else "wrong",
        bus="up" if is_up else "down",
        draining=draining,
        read_only=context.app.settings.read_only,
    )
    status = HTTPStatus.OK if serves else HTTPStatus.SERVICE_UNAVAILABLE
    return Response(msgspec.json.encode(body) + b"\n", status, _NO_STORE, media_type=JSON)


async def get_metrics(context: RequestContext) -> Response:
    """Return the metrics for Prometheus, to a caller with the metrics token or, if none is set, from this machine."""
    if not _may_see_metrics(context):
        raise Refusal("not_found", "Page not found.")
    return Response(context.app.metrics_text(), headers=_NO_STORE, media_type=METRICS_MEDIA_TYPE)


def _may_see_metrics(context: RequestContext) -> bool:
    request, token = context.request, context.app.settings.metrics_token
    if token:
        return compare_digest((bearer_token(request) or "").encode(), token.encode())
    is_forwarded = any(name in request.headers for name in _FORWARDING_HEADERS)
    return not is_forwarded and _is_loopback(request.client.host if request.client else "")


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


async def get_security_contact(context: RequestContext) -> Response:
    """Return the contact for reports of vulnerabilities (RFC 9116)."""
    contact = context.app.settings.contact
    if not contact:
        raise Refusal("not_found", "Page not found.")
    ends_at = datetime.fromtimestamp(context.app.clock.now() // 1000, UTC) + SECURITY_LIFETIME
    lines = (
        f"Contact: {contact if '://' in contact else f'mailto:{contact}'}",
        f"Expires: {ends_at:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en, de",
        f"Canonical: {context.client.base_url}{SECURITY_PATH}",
    )
    return PlainTextResponse("\n".join(lines) + "\n", headers={"Cache-Control": "no-cache"})


async def get_robots(context: RequestContext) -> Response:
    """Return the rules for robots (RFC 9309): they may visit the pages, and nothing on a private server."""
    settings = context.app.settings
    paths = ("/",) if settings.private or settings.invitations else NO_PAGES
    lines = ("User-agent: *", *(f"Disallow: {path}" for path in paths))
    return PlainTextResponse("\n".join(lines) + "\n", headers={"Cache-Control": "no-cache"})


ROUTES = (
    Route("GET", ROBOTS_PATH, get_robots, media_type="text/plain"),
    Route("GET", SECURITY_PATH, get_security_contact, media_type="text/plain"),
    Route("GET", "/healthz", get_health, media_type="text/plain", cost=0),
    Route("GET", READINESS_PATH, get_readiness, cost=0),
    Route("GET", "/metrics", get_metrics, media_type="text/plain", cost=0),
)
