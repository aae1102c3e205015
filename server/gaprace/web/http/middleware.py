"""The middleware of all HTTP requests: a request id, the request filter, security headers, metrics, errors."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from time import perf_counter
from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gaprace.errors import Refusal, StoreUnavailable
from gaprace.logs import about, fields, log_failure, new_request_id
from gaprace.ports import Metrics
from gaprace.settings import ServerSettings
from gaprace.web.http.clients import is_secure
from gaprace.web.http.cors import cors_headers, preflight_response
from gaprace.web.http.event_streams import STREAMED_AT
from gaprace.web.http.hosts import RequestFilter, is_dotted_name
from gaprace.web.http.negotiation import accepts
from gaprace.web.http.problems import problem_response
from gaprace.web.http.requests import PLAYER
from gaprace.web.http.routes import RATE_LIMIT, ROUTE

PUNCTUATION = "/.,;:!?)]}>'\"*_\u2026\u2019\u201d\u00bb\u3002"
"""What may follow an address in a text."""
CHECKS = ("/healthz", "/readyz", "/metrics")
"""Routes that are asked every few seconds for ever: they are logged at `debug`."""
RETRY_AFTER_S = 1.0
"""When to repeat a request that failed because the store is away."""
_log = logging.getLogger(__name__)

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
        " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # with `no-referrer`, browsers would send no Origin with our own forms
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
EMBEDDABLE = {
    "Content-Security-Policy": SECURITY_HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
}
"""Of the pages that may be framed by any site: they show something, and nothing in them changes anything."""
HTTPS_ONLY = {"Strict-Transport-Security": f"max-age={365 * 24 * 3600}"}
"""Sent over https, so that browsers come back by https alone."""


class RequestMiddleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics, settings: ServerSettings) -> None:
        self._app, self._metrics = app, metrics
        self._filter, self._trusted_hops = RequestFilter(settings), settings.trusted_hops
        self._origins = settings.origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = new_request_id()
        with about(request=request_id):
            await self._answer(scope, receive, send, request_id)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, request_id: str) -> None:
        status, started_at = 0, perf_counter()
        request = HTTPConnection(scope)
        extra_headers = self._extra_headers(request)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, {"X-Request-Id": request_id, **extra_headers, **_rate_limit_headers(scope)})
            await send(message)

        try:
            refusal = self._filter.refusal(scope)
            preflight = preflight_response(scope["method"], request.headers, self._origins)
            answer = problem_response(refusal) if refusal else preflight or tidied(request) or self._app
            await answer(scope, receive, send_with_headers)
        except ClientDisconnect:
            return  # there is no one left to answer
        except Exception as error:  # noqa: BLE001 (whatever it is, the client learns no more than this)
            problem = _problem(error, f"{scope['method']} {scope.get(ROUTE, 'other')}", request_id)
            if not status:
                await problem_response(problem)(scope, receive, send_with_headers)
        self._record(scope, status, scope.get(STREAMED_AT, perf_counter()) - started_at)

    def _extra_headers(self, request: HTTPConnection) -> Mapping[str, str]:
        """Return `HTTPS_ONLY` and those for pages of other origins, if they apply.

        Not for `localhost`, where other servers use other ports without https.
        """
        is_public = is_secure(request, self._trusted_hops) and is_dotted_name(request.headers.get("host", ""))
        return {**(HTTPS_ONLY if is_public else {}), **cors_headers(request.headers, self._origins)}

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope.get(ROUTE, "other")
        self._metrics.request(route, scope["method"], status, seconds)
        level = logging.DEBUG if route in CHECKS else logging.INFO
        if _log.isEnabledFor(level):
            what = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            _log.log(level, "request", extra=fields(**what, player=scope.get(PLAYER)))


TYPED = {
    "/today": "/",
    "/play": "/",
    "/leaderboard": "/boards",
    "/leaderboards": "/boards",
    "/groups": "/group",
    "/arenas": "/arena",
    "/challenges": "/challenge",
    "/me": "/p/me",
    "/you": "/p/me",
}
"""Addresses that people type, and the pages they mean."""


def tidied(request: HTTPConnection) -> Response | None:
    """Return the answer to an address that people type, or to that of a page with punctuation after it; else None.

    Programs that turn addresses in a text into links take the full stop or the bracket after one for a part of it.
    """
    path = request.scope["path"]
    tidy = path.rstrip(PUNCTUATION)
    tidy = TYPED.get(tidy, tidy)
    if tidy in {path, ""} or tidy.startswith("//") or request.scope["method"] not in {"GET", "HEAD"}:
        return None
    if not accepts(request.headers, "text/html"):
        return None
    query = request.url.query
    return RedirectResponse(quote(tidy) + (f"?{query}" if query else ""), HTTPStatus.FOUND)


def _rate_limit_headers(scope: Scope) -> Mapping[str, str]:
    """Return the remaining quota of the client (draft-ietf-httpapi-ratelimit-headers)."""
    allowance = scope.get(RATE_LIMIT)
    if allowance is None:
        return {}
    return {
        "RateLimit-Policy": f'"requests";q={allowance.quota};w={allowance.window_s}',
        "RateLimit": f'"requests";r={allowance.left};t={allowance.full_in_s}',
    }


def _add_headers(message: Message, more: Mapping[str, str]) -> None:
    headers = MutableHeaders(scope=message)
    if "Vary" in more:
        headers.add_vary_header(more["Vary"])
    headers.update({name: value for name, value in more.items() if name != "Vary"})
    may_be_framed = headers.get("Content-Security-Policy") == EMBEDDABLE["Content-Security-Policy"]
    for name, value in SECURITY_HEADERS.items():
        if not (may_be_framed and name == "X-Frame-Options"):
            headers.setdefault(name, value)


def _problem(error: Exception, what: str, request_id: str) -> Refusal:
    log_failure(what, error, request_id)
    if isinstance(error, StoreUnavailable):
        message = "The server can't reach its database right now. Try again."
        return Refusal("try_again", message, retry_after_s=RETRY_AFTER_S)
    return Refusal("internal_error", f"Something went wrong on the server. It was logged as error {request_id}.")
