"""A route: method and path, allowed callers, handler, bodies, limits. One row serves and documents it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from http import HTTPStatus
from typing import Any, Literal, NamedTuple

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from gaprace.errors import Disconnected, ReadOnly, Refusal, quoted
from gaprace.web.context import AppContext
from gaprace.web.http.authentication import cookie_headers, note_https
from gaprace.web.http.bodies import JSON, parse_body, read_body
from gaprace.web.http.clients import accepts, client_of, has_already, is_cross_site
from gaprace.web.http.event_streams import EventStream, StreamForm, StreamOutbox, form_of
from gaprace.web.http.requests import SCOPE, RequestContext
from gaprace.wire import Wire, encode
from gaprace.wire.http import Arena, Challenge, Group, Identity, RoomCreated
from gaprace.wire.paging import MAX_LIMIT, Page, PageQuery

ROUTE = "gaprace.route"
"""The key in the ASGI scope under which a request carries the path template of its route."""
LINES = StreamForm.LINES.value
RATE_LIMIT = "gaprace.rate_limit"
"""The key in the ASGI scope under which a request carries what is left to its address."""
REFUSAL_PAUSE_S = 0.5
"""A request beyond the limit is answered this late, since refusals take time, too: a connection gets few of them."""
_SAFE_METHODS = {"GET", "HEAD"}
PLACES: Mapping[type[Wire], str] = {
    RoomCreated: "/api/v1/rooms/{0.code}",
    Identity: "/api/v1/players/{0.id}",
    Challenge: "/api/v1/challenges/{0.code}",
    Arena: "/api/v1/arenas/{0.code}",
    Group: "/api/v1/groups/{0.code}",
}
"""The template of the address of a new resource, by the type of the response."""

Endpoint = Callable[[Request], Awaitable[Response]]
Events = Callable[[RequestContext, StreamOutbox, AsyncExitStack], Awaitable[None]]
"""Begins a stream: has messages put into the outbox, and puts what has to be undone at the end onto the stack."""
Caller = Literal["anyone", "player", "active", "moderator", "owner"]
"""A player has an identity; an active one is neither suspended nor on a banned network."""
Scope = Literal["read", "play", "account"]
"""The scope of a token; tokens without a limited one have `account`."""


class Limit(NamedTuple):
    """A limit of events of an address."""

    name: str
    """A field of `Limits`."""
    code: str
    what: str
    """The events, for a message to people."""


@dataclass(frozen=True)
class Route:
    """A row of the table of routes. Requests are served, and the OpenAPI document is made, from these rows."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Wire | Response]]
    """Takes the `RequestContext` and, if the route has one, the body. Its docstring is the route's description, and its
    annotations say what it takes and returns.
    """
    documented: type[Wire] | None = None
    """The type of its answer in JSON, if the handler does not return that but streams it."""
    status: int = 200
    media_type: str = JSON
    """The media type of the response; empty if it has no body."""
    caller: Caller = "anyone"
    """The callers that are allowed."""
    scope: Scope | None = None
    """The required scope of a token, if it is not `read` for safe methods and `account` for all others."""
    query: Mapping[str, str] = field(default_factory=dict)
    """The query parameters, each with its description."""
    page_size: int = 0
    """Rows of a page, if it is a list in pages; a request may ask for another `limit`."""
    lines: bool = False
    """Whether a page can be had as lines of JSON, too, one for each row."""
    bad_value: str = "bad_body"
    """The code for a body that is JSON but does not fit `body`."""
    cost: float = 1
    """The cost of a request in the limits of an address: 1 is a plain one, some 2.5 ms of the processor."""
    limit: Limit | None = None
    """Another limit that each request counts against."""
    revalidates: bool = False
    """Whether the answer seldom changes: it has an ETag, by which a client can ask whether it has."""
    events: Events | None = None
    """Answers a request for a stream, if the route has one."""

    operation: str = ""
    """Its name for programs (`operationId`), if it is not that of the handler: several routes may have one."""

    @cached_property
    def response(self) -> type[Wire] | None:
        """The type of its answer in JSON; None without one."""
        return self.documented or _wire(self.handler.__annotations__.get("return"))

    @cached_property
    def body(self) -> type[Wire] | None:
        """The type of the body of a request; None without one."""
        _, *others = (kind for name, kind in self.handler.__annotations__.items() if name != "return")
        return _wire(others[0]) if others else None

    @property
    def name(self) -> str:
        """Its name for programs, which never changes."""
        return self.operation or getattr(self.handler, "__name__", "")

    @property
    def place(self) -> str:
        """The template of the address of the resource that a request makes; empty without one."""
        return PLACES.get(self.response, "") if self.response and self.status == HTTPStatus.CREATED else ""

    @property
    def changes_state(self) -> bool:
        """Whether its method is not a safe one (RFC 9110, section 9.2.1)."""
        return self.method not in _SAFE_METHODS

    @property
    def token_scope(self) -> Scope:
        """The required scope of a token."""
        return self.scope or ("account" if self.changes_state else "read")

    def endpoint(self, app: AppContext) -> Endpoint:
        """Return the endpoint that checks a request, calls the handler and makes the response."""

        async def endpoint(request: Request) -> Response:
            request.scope[ROUTE], request.scope[SCOPE] = self.path, self.token_scope
            context = RequestContext(request, app, client_of(request, app.settings.trusted_hops))
            await self._check(context)
            context.page = read_page(request.query_params, self.page_size)
            if self.events and (form := form_of(request)):
                return await self._stream(context, form, self.events)
            body = () if self.body is None else (parse_body(await read_body(request), self.body, self.bad_value),)
            if self.limit:
                context.limit(getattr(app.limits, self.limit.name), self.limit.code, self.limit.what)
            if self.response is RoomCreated:
                await context.refuse_more_rooms()
            answer = await self.handler(context, *body)
            if isinstance(answer, RoomCreated):
                await context.note_room(answer.code)
            if self.lines and isinstance(answer, Page) and accepts(request.headers, LINES):
                answer = _as_lines(request, answer)
            response = self._response(context, answer)
            if self.events or self.lines:
                response.headers["Vary"] = "Accept"
            return revalidated(request, response) if self.revalidates else response

        return endpoint

    async def _stream(self, context: RequestContext, form: StreamForm, events: Events) -> Response:
        """Return a stream, which counts among the connections of its address."""
        async with AsyncExitStack() as held:
            if context.app.lifecycle.is_draining:
                raise Disconnected("restarting")
            held.enter_context(context.app.limits.connections.connection(context.client.address))
            outbox = StreamOutbox(form)
            await events(context, outbox, held)
            return self._response(context, EventStream(form, outbox, held.pop_all()))

    async def _check(self, context: RequestContext) -> None:
        if self.changes_state and context.app.settings.read_only:
            raise ReadOnly
        if self.changes_state and is_cross_site(context.request.headers, context.client, context.app.settings.origins):
            raise Refusal("foreign_origin", "This request came from another site and is not allowed.")
        if self.cost:
            limiter = context.app.limits.requests
            try:
                context.limit(limiter, "too_many_requests", "requests", self.cost)
            except Refusal:
                await asyncio.sleep(REFUSAL_PAUSE_S)
                raise
            finally:
                context.request.scope[RATE_LIMIT] = limiter.left(context.client.address)
            await context.app.limits.request_queue.turn(context.client.address, self.cost)
        if context.client.secure:
            await note_https(context.app.accounts)
        await self._check_caller(context)

    async def _check_caller(self, context: RequestContext) -> None:
        match self.caller:
            case "player":
                await context.player()
            case "active":
                await context.active_player()
            case "moderator":
                context.moderator()
            case "owner":
                context.owner()

    def _response(self, context: RequestContext, answer: Wire | Response) -> Response:
        response = answer if isinstance(answer, Response) else self._encoded(answer)
        if context.cookie_token is not None:
            for header in cookie_headers(context.request, context.cookie_token, context.client):
                response.headers.append("Set-Cookie", header)
        if context.afterwards:
            response.background = BackgroundTask(context.afterwards)
        return response

    def _encoded(self, answer: Wire) -> Response:
        headers = {"Cache-Control": "no-store"}
        if self.place:
            headers["Location"] = self.place.format(answer)
        return Response(encode(answer), self.status, headers, media_type=self.media_type)


def _wire(annotation: object) -> type[Wire] | None:
    return annotation if isinstance(annotation, type) and issubclass(annotation, Wire) else None


def _as_lines(request: Request, page: Page[Any]) -> Response:
    headers = {"Cache-Control": "no-store"}
    if page.next:
        headers["Link"] = f'<{request.url.include_query_params(after=page.next)}>; rel="next"'
    return Response(b"".join(encode(item) + b"\n" for item in page.items), headers=headers, media_type=LINES)


KEPT = {"etag", "cache-control", "vary", "content-location", "link", "set-cookie"}
"""The headers that an answer without a body has, too (RFC 9110, section 15.4.5), and those of the identity."""
_TAG_BYTES = 12


def revalidated(request: Request, response: Response) -> Response:
    """Return a response with its ETag, or without its body if the client has that already."""
    if response.status_code != HTTPStatus.OK:
        return response
    tag = f'"{blake2b(response.body, digest_size=_TAG_BYTES).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    response.headers.update(headers)
    if has_already(request.headers, tag):
        kept = {name: value for name, value in response.headers.items() if name in KEPT}
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=kept)
    return response


def read_page(query: Mapping[str, str], page_size: int) -> PageQuery:
    """Return the page that a query asks for; `page_size` is the default limit, 0 for a route without pages."""
    if not page_size:
        return PageQuery()
    return PageQuery(query.get("after", ""), _read_limit(query.get("limit", str(page_size))))


def _read_limit(text: str) -> int:
    limit = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_LIMIT)) else 0
    if not 1 <= limit <= MAX_LIMIT:
        raise Refusal("bad_limit", f"limit = {quoted(text)} is not valid: it must be a number from 1 to {MAX_LIMIT}.")
    return limit
