"""Requests to the provider, and to the addresses in its discovery document.

The provider's own host is the operator's setting and no input of a visitor, so it may be anywhere, also in the network
of a company. Other hosts, which only its document names, are checked as those of webhooks are. No redirect is followed.
"""

import asyncio
import ssl
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from time import monotonic
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote, urlencode, urlsplit

import httpcore2
import msgspec

from gaprace.errors import Refusal
from gaprace.outbound import PORTS, USER_AGENT, CheckedBackend, Network, RefusedAddress, Resolver, resolve

TIMEOUT_S = 5.0
"""How long a request may take in all."""
MAX_ANSWER_BYTES = 256 * 1024
MAX_CONNECTIONS = 16
_FORM = "application/x-www-form-urlencoded"


class Answer(msgspec.Struct, frozen=True):
    """The response of the provider."""

    status: int
    fields: Mapping[str, Any]
    """The JSON object; empty if it is none."""


class ProviderRequests:
    """Asks the provider for JSON."""

    def __init__(
        self,
        issuer: str,
        networks: Sequence[Network] = (),
        resolver: Resolver = resolve,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """`networks`: where other hosts than the issuer's may be, besides the internet."""
        self._timeout_s = timeout_s
        self._backend = CheckedBackend(networks, PORTS, resolver, {urlsplit(issuer).hostname or ""})
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=MAX_CONNECTIONS,
            max_keepalive_connections=0,
            network_backend=self._backend,
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.aclose()
        self._backend.close()

    async def get(self, url: str) -> Answer:
        """Return the response of an address."""
        return await self._ask("GET", url, {}, None)

    async def post(self, url: str, form: Mapping[str, str], user: tuple[str, str] | None = None) -> Answer:
        """Send a form, with a name and a password where there are any (RFC 6749, section 2.3.1)."""
        headers = {"content-type": _FORM}
        if user:
            headers["authorization"] = f"Basic {b64encode(':'.join(map(quote, user)).encode()).decode()}"
        return await self._ask("POST", url, headers, urlencode(form).encode())

    async def _ask(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        sent = [(name.encode(), value.encode()) for name, value in headers.items()]
        sent += [(b"accept", b"application/json"), (b"user-agent", USER_AGENT)]
        try:
            async with (
                asyncio.timeout(self._timeout_s),
                self._pool.stream(method, url, headers=sent, content=body) as answer,
            ):
                answered = answer.status, await _read(answer)
        except RefusedAddress:
            raise provider_unavailable(f"{url} leads into an internal network") from None
        except (TimeoutError, httpcore2.TimeoutException):
            raise provider_unavailable(f"{url} does not answer in time") from None
        except (OSError, ValueError, httpcore2.NetworkError, httpcore2.ProtocolError) as error:
            raise provider_unavailable(f"{url} cannot be reached: {error}") from None
        if answered[0] >= HTTPStatus.INTERNAL_SERVER_ERROR or answered[0] == HTTPStatus.TOO_MANY_REQUESTS:
            raise provider_unavailable(f"{url} answers with {answered[0]}")
        return Answer(answered[0], _fields(answered[1]))


async def _read(answer: httpcore2.Response) -> bytes:
    """Return the body. Raises ValueError if it is too large."""
    body = bytearray()
    async for part in answer.aiter_stream():
        body += part
        if len(body) > MAX_ANSWER_BYTES:
            raise ValueError(f"more than {MAX_ANSWER_BYTES} bytes")
    return bytes(body)


def _fields(body: bytes) -> Mapping[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except msgspec.DecodeError:
        return {}


class ProviderFault(Refusal):
    """An error of the provider, with the reason for the people who run the server."""

    def __init__(self, code: str, message: str, reason: str) -> None:
        super().__init__(code, message)
        self.reason = reason


def provider_unavailable(reason: str) -> ProviderFault:
    """Return the error for a provider that does not answer."""
    message = "The identity provider is not responding. Try again in a minute."
    return ProviderFault("provider_unavailable", message, reason)


def bad_provider(reason: str) -> ProviderFault:
    """Return the error for a provider that proves nothing."""
    message = "The sign-in has not proven who you are. Try again, or ask the people who run this server."
    return ProviderFault("bad_provider", message, reason)


T = TypeVar("T")


class Renewed(Generic[T]):
    """A value that one task reads for all. An old one goes on while it cannot be read, and a failure is shared, too."""

    def __init__(
        self, read: Callable[[], Awaitable[T]], lifetime_s: float, pause_s: float, now: Callable[[], float] = monotonic
    ) -> None:
        """`pause_s`: the least time between two tries."""
        self._read, self._lifetime_s, self._pause_s, self._now = read, lifetime_s, pause_s, now
        self._lock = asyncio.Lock()
        self._value: T | None = None
        self._error: Refusal | None = None
        self._read_at = self._tried_at = -float("inf")

    async def get(self) -> T:
        """Return the value. Raises the Refusal of a failed reading."""
        if self._now() - self._read_at >= self._lifetime_s:
            await self.renew()
        if self._value is None and self._error:
            raise self._error
        return cast("T", self._value)

    async def renew(self) -> None:
        """Read it again, unless that was tried a moment ago."""
        async with self._lock:
            if self._now() - self._tried_at < self._pause_s:
                return
            try:
                self._value, self._error = await self._read(), None
                self._read_at = self._now()
            except Refusal as error:
                self._error = error
            self._tried_at = self._now()
