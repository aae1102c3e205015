"""The middleware of all HTTP requests: a request id, the request filter, security headers, metrics, errors."""

import logging
import re
import socket
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from time import perf_counter
from urllib.parse import quote, unquote_to_bytes, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gaprace.errors import Refusal, StoreUnavailable, quoted
from gaprace.logs import about, fields, log_failure, new_request_id
from gaprace.people.networks import is_address
from gaprace.ports import Metrics
from gaprace.ports.metrics import HTTP_SECONDS
from gaprace.settings import ANY_HOST, ServerSettings
from gaprace.web.http.clients import HOST, accepts, is_secure
from gaprace.web.http.event_streams import STREAMED_AT
from gaprace.web.http.problems import problem_response
from gaprace.web.http.requests import PLAYER
from gaprace.web.http.routes import RATE_LIMIT, ROUTE

_AFTER = re.compile("[^0-9A-Za-z-]+$")
"""Characters that may follow an address in a text, and end no address of a page."""
CHECKS = ("/healthz", "/readyz", "/metrics")
"""Routes that are asked every few seconds for ever: they are logged at `debug`."""
RETRY_AFTER_S = 1.0
"""When to repeat a request that failed because the store is away."""
_log = logging.getLogger(__name__)

DOCUMENT_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
        " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # with `no-referrer`, browsers would send no Origin with our own forms
    "X-Frame-Options": "DENY",
}
"""The headers of everything that a browser may show by itself.

A page's own scripts and styles go without them: they would be half a kilobyte for each, a tenth of all that a phone
loads first.
"""
IMMUTABLE = "public, max-age=31536000, immutable"
"""The `Cache-Control` of files whose address names their version."""
_PARTS = ("text/css", "text/javascript", "font/woff2")
"""The types of files that a browser never shows by themselves."""
SECURITY_HEADERS = {"Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff"}
EMBEDDABLE = {
    "Content-Security-Policy": DOCUMENT_HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
}
"""The headers of pages that any site may frame: they only show something, and nothing in them changes anything."""
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
                _add_headers(message, {"X-Request-Id": request_id, **extra_headers}, _rate_limit_headers(scope))
            await send(message)

        try:
            refusal = self._filter.refusal(scope)
            preflight = preflight_response(scope["method"], request.headers, self._origins)
            answer = problem_response(refusal) if refusal else preflight or tidied(request) or self._app
            await answer(scope, receive, send_with_headers)
        except ClientDisconnect:
            return  # there is no one left to answer
        except Exception as error:  # noqa: BLE001 (the client learns no more than this of any error)
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
        self._metrics.observe(HTTP_SECONDS, seconds, route, scope["method"], str(status))
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
    "/admin": "/p/admin",
    "/me": "/p/me",
    "/you": "/p/me",
}
"""Addresses that people type, and the pages they mean."""


def tidied(request: HTTPConnection) -> Response | None:
    """Return the answer to an address that people type, or to that of a page with punctuation after it; else None.

    Programs that turn addresses in a text into links take the full stop or the bracket after one for a part of it.
    Keyboards of phones begin with a capital letter.
    """
    path = request.scope["path"]
    first, slash, rest = _AFTER.sub("", path)[1:].partition("/")
    tidy = f"/{first.lower()}{slash}{rest}" if first else path
    tidy, is_typed = TYPED.get(tidy, tidy), tidy in TYPED
    if tidy == path or request.scope["method"] not in {"GET", "HEAD"}:
        return None
    # Programs that make a preview of a link accept anything.
    accepts_anything = is_typed and "*/*" in request.headers.get("accept", "*/*")
    if not (accepts_anything or accepts(request.headers, "text/html")):
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


def _add_headers(message: Message, more: Mapping[str, str], rate_limit: Mapping[str, str]) -> None:
    headers = MutableHeaders(scope=message)
    if "Vary" in more:
        headers.add_vary_header(more["Vary"])
    headers.update({name: value for name, value in more.items() if name != "Vary"})
    for name, value in SECURITY_HEADERS.items():
        headers.setdefault(name, value)
    if headers.get("Cache-Control") == IMMUTABLE and headers["Content-Type"].startswith(_PARTS):
        return
    headers.update(rate_limit)
    may_be_framed = headers.get("Content-Security-Policy") == EMBEDDABLE["Content-Security-Policy"]
    for name, value in DOCUMENT_HEADERS.items():
        if not (may_be_framed and name == "X-Frame-Options"):
            headers.setdefault(name, value)


def _problem(error: Exception, what: str, request_id: str) -> Refusal:
    log_failure(what, error, request_id)
    if isinstance(error, StoreUnavailable):
        message = "The server can't reach its database right now. Try again."
        return Refusal("try_again", message, retry_after_s=RETRY_AFTER_S)
    return Refusal("internal_error", f"Something went wrong on the server. It was logged as error {request_id}.")


_ALLOWED_METHODS = "GET, POST, PUT, PATCH, DELETE"
_ALLOWED_HEADERS = "Authorization, Content-Type, Gaprace-Invitation, If-None-Match, Last-Event-ID"
_EXPOSED_HEADERS = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
_MAX_AGE_S = 3600


def cors_headers(headers: Headers, origins: frozenset[str]) -> Mapping[str, str]:
    """Return the headers that let a page of an allowed origin read a response, with a token and never with cookies."""
    if not origins:
        return {}
    origin = headers.get("origin", "")
    if origin.lower() not in origins:
        return {"Vary": "Origin"}
    return {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": _EXPOSED_HEADERS,
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Vary": "Origin",
    }


def preflight_response(method: str, headers: Headers, origins: frozenset[str]) -> Response | None:
    """Return the response to a CORS preflight request; None if the request is none."""
    is_asked = method == "OPTIONS" and "access-control-request-method" in headers
    if not is_asked or headers.get("origin", "").lower() not in origins:
        return None
    return Response(
        status_code=HTTPStatus.NO_CONTENT,
        headers={
            "Access-Control-Allow-Methods": _ALLOWED_METHODS,
            "Access-Control-Allow-Headers": _ALLOWED_HEADERS,
            "Access-Control-Max-Age": str(_MAX_AGE_S),
        },
    )


LOCAL_DOMAINS = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".test")
"""Domains that are never delegated in the public DNS (RFC 6761, RFC 6762, RFC 8375, and what home routers use)."""
_OLD_HTTP = "1.0"


class RequestFilter:
    """Refuses requests for other hosts, or with NUL in the URL, before they reach a route.

    Without the check of the name, another site could make its own name point to this server (DNS rebinding), and a
    browser would treat both as one site. This is impossible with an IP address, a name without a dot, or a name that
    does not exist in the public DNS: these are always allowed.
    """

    def __init__(self, settings: ServerSettings) -> None:
        """Allow `settings.hosts`, the hosts of `settings.origins`, and the names of this machine."""
        origins = (urlsplit(origin).hostname or "" for origin in settings.origins)
        self._names = {*settings.hosts, *origins, settings.host.lower(), socket.gethostname().lower()}
        self._suffixes = (*LOCAL_DOMAINS, *(name[1:] for name in settings.hosts if name.startswith("*.")))

    def refusal(self, scope: Scope) -> Refusal | None:
        """Return why a request or a handshake is refused (`bad_host`, `unknown_host`, `bad_url`), or `None`."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        return self._host_refusal(hosts, scope["http_version"]) or _url_refusal(scope)

    def _host_refusal(self, hosts: Sequence[str], http_version: str) -> Refusal | None:
        if not hosts and http_version == _OLD_HTTP:
            return None
        if len(hosts) != 1:
            return Refusal("bad_host", f"A request needs exactly one Host header; this one has {len(hosts)}.")
        if not HOST.fullmatch(hosts[0]):
            return Refusal("bad_host", f"{quoted(hosts[0])} is not a host: send one such as localhost:8000.")
        if not self.allows(hosts[0]):
            return Refusal(
                "unknown_host",
                f"This server does not serve {quoted(hosts[0])}. If it should, add the name to GAPRACE_HOSTS.",
            )
        return None

    def allows(self, host: str) -> bool:
        """Whether a valid host, with or without a port, is a name of this server."""
        name = _name_of(host)
        is_local = "." not in name or is_address(name) or name.endswith(self._suffixes)
        return is_local or name in self._names or ANY_HOST in self._names


def is_dotted_name(host: str) -> bool:
    """Whether a valid host, with or without a port, is a name with a dot: neither `localhost` nor an address."""
    name = _name_of(host)
    return "." in name and not is_address(name)


def _name_of(host: str) -> str:
    name = host.partition("]")[0][1:] if host.startswith("[") else host.partition(":")[0]
    return name.lower().removesuffix(".")


def _url_refusal(scope: Scope) -> Refusal | None:
    """Refuse NUL, which Postgres does not allow in texts."""
    if "\0" not in scope["path"] and b"\0" not in unquote_to_bytes(scope["query_string"]):
        return None
    return Refusal("bad_url", "The URL contains %00: remove it.")
