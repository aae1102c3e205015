"""One HTTP request on its way to a handler: checked first, then carried out, then answered."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gaprace.errors import RequestError
from gaprace.ports import StoredPlayer
from gaprace.web.context import Parts
from gaprace.web.http.addresses import Caller, caller_of, is_foreign
from gaprace.web.http.identity import cookie_header, player_of
from gaprace.web.http.limits import Pace, Window
from gaprace.wire import Wire, encode

MAX_BODY_BYTES = 16 * 1024
ROUTE = "gaprace.route"
"""The key in the scope under which a request says which route it took."""
BODY_S = 10.0
"""How long a body may take to arrive."""
JSON = "application/json"
BODY_PROBLEMS = ("bad_body", "bad_content_type", "body_too_large", "too_slow", "foreign_origin")
"""How any route that takes a body can fail."""
_SAFE_METHODS = {"GET", "HEAD"}

Body = TypeVar("Body", bound=Wire)
Answer = Wire | Response


@dataclass
class Call:
    """A request, with what its handler may need."""

    request: Request
    parts: Parts
    caller: Caller
    token: str | None = None
    """Set by a handler: the identity that goes into the cookie; an empty one takes it away."""

    async def player(self) -> StoredPlayer:
        """Say who calls.

        Raises:
            RequestError: `no_identity`.

        """
        player = await player_of(self.request, self.parts.people)
        if player is None:
            raise no_identity()
        return player

    async def visitor(self) -> str | None:
        """Say who calls, by id, if anybody who is known."""
        player = await player_of(self.request, self.parts.people)
        return player.id if player else None

    def count(self, window: Window | Pace, code: str, what: str) -> None:
        """Count one more of what an address may do.

        Raises:
            RequestError: `code`; it has done too much of it in the last minute.

        """
        wait_s = window.wait_s(self.caller.address, monotonic())
        if wait_s > 0:
            message = f"Too many {what} come from your address: try again in {wait_s:.0f} s."
            raise RequestError(code, message, retry_after_s=wait_s)


@dataclass(frozen=True)
class Operation:
    """A route: how it is called, what it takes and gives, how it can fail. The OpenAPI document is made of these."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Answer]]
    """Takes the `Call` and, if there is one, the body. Its docstring is the route's description."""
    answer: type[Wire] | None = None
    body: type[Wire] | None = None
    status: int = 200
    media_type: str = JSON
    """Of the answer."""
    problems: tuple[str, ...] = ()
    query: Mapping[str, str] = field(default_factory=dict)
    """What may stand behind the `?`, each with what it means."""
    bad_value: str = "bad_body"
    """The code for a body that is JSON and does not fit."""
    headers: Mapping[str, str] = field(default_factory=dict)
    is_free: bool = False
    """Whether it is not counted among what an address may ask for."""

    @property
    def name(self) -> str:
        """The name of its handler."""
        return getattr(self.handler, "__name__", "")

    @property
    def changes_state(self) -> bool:
        """Whether it is more than reading."""
        return self.method not in _SAFE_METHODS

    def endpoint(self, parts: Parts) -> Callable[[Request], Awaitable[Response]]:
        """Make the endpoint of the route."""

        async def answered(request: Request) -> Response:
            request.scope[ROUTE] = self.path
            caller = caller_of(request, parts.settings.trusted_hops)
            if self.changes_state and is_foreign(request.headers, caller, parts.settings.origins):
                raise RequestError("foreign_origin", "A page of another site may not do this.")
            call = Call(request, parts, caller)
            if not self.is_free:
                call.count(parts.limits.requests, "too_many_requests", "requests")
            answer = await self.handler(call, *await self._read(request))
            return self._response(call, answer)

        return answered

    async def _read(self, request: Request) -> tuple[Any, ...]:
        if self.body is None:
            return ()
        return (read_json(await body_of(request), self.body, self.bad_value),)

    def _response(self, call: Call, answer: Answer) -> Response:
        response = answer
        if not isinstance(response, Response):
            headers = {"Cache-Control": "no-store", **self.headers}
            response = Response(encode(response), self.status, headers, media_type=self.media_type)
        if call.token is not None:
            response.headers.append("Set-Cookie", cookie_header(call.token, secure=call.caller.secure))
        return response


def no_identity() -> RequestError:
    """Say that nobody knows who it is."""
    return RequestError(
        "no_identity", "Who you are is not known here: send a token of POST /api/players, or reload the page."
    )


async def body_of(request: Request) -> bytes:
    """Return the body of a request.

    Raises:
        RequestError: `body_too_large`, `bad_content_type`, `too_slow`.

    """
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
        raise _too_large()
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                body += part
                if len(body) > MAX_BODY_BYTES:
                    raise _too_large()
    except TimeoutError:
        raise RequestError("too_slow", f"The body did not arrive within {BODY_S:.0f} s.") from None
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and content_type != JSON:
        raise RequestError("bad_content_type", f"The body has to be JSON, with Content-Type: {JSON}.")
    return bytes(body)


def _too_large() -> RequestError:
    return RequestError("body_too_large", f"The body may have {MAX_BODY_BYTES} bytes.")


def read_json(data: bytes, kind: type[Body], bad_value: str) -> Body:
    """Read a body; none at all stands for `{}`.

    Raises:
        RequestError: `bad_body` for what is no JSON, `bad_value` for what does not fit.

    """
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise RequestError(bad_value, f"The body does not fit: {error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("bad_body", f"The body is not JSON: {error}.") from None
