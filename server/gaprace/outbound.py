"""Requests to addresses that players have chosen. Implements `ports.WebhookSender`.

Such an address must not lead into the network of this server (server-side request forgery, see
https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html). So its host is
resolved once, the addresses found are checked, and the connection goes to one of these: a name that resolves to
something else the next time changes nothing. Redirects are not followed, and nothing of an answer is read but
its status and how long to wait.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from http import HTTPStatus
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import httpcore2

from gaprace.play.notices.outbox import Outcome

TIMEOUT_S = 10.0
"""How long a request may take in all, from looking up the host to the status of the answer."""
MAX_BODY_BYTES = 64 * 1024
MAX_CONNECTIONS = 32
MAX_LOOKUPS = 4
"""Hosts that are looked up at once: each takes a thread."""
PORTS = frozenset({443, 8443})
"""The ports to which requests go, by HTTPS, outside the networks that the operator allows."""
USER_AGENT = b"Gaprace"
_NAT64 = ip_network("64:ff9b::/96")
_TO_THE_INSIDE = tuple(map(ip_network, ("64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10", "::/96")))
"""Networks of IPv6 that lead to addresses of IPv4, or that old systems route locally."""

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Resolver = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a host, for a port. It may block, and raises OSError if there are none."""


class RefusedAddress(Exception):
    """A host has no address to which requests may go."""


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Return networks such as `10.1.0.0/16` from their texts."""
    return tuple(ip_network(text) for text in texts)


def plain(address: Address) -> Address:
    """Return the address of IPv4 to which an address of IPv6 leads by being mapped or translated, else itself."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in _NAT64:
            return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address


def is_public(address: Address) -> bool:
    """Whether an address belongs to a host in the public internet."""
    it = plain(address)
    if it.is_multicast or it.is_reserved or it.is_unspecified or not it.is_global:
        return False
    return isinstance(it, IPv4Address) or not any(it in network for network in _TO_THE_INSIDE)


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host, by the system's resolver."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]).partition("%")[0] for each in found]


class CheckedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to hosts that the operator names, to networks that it allows and, at some ports, outside."""

    def __init__(
        self, networks: Sequence[Network], ports: Collection[int], resolver: Resolver, trusted: Collection[str] = ()
    ) -> None:
        """`trusted`: hosts that the operator has named, wherever they are."""
        self._networks, self._ports, self._resolver, self._trusted = networks, ports, resolver, trusted
        self._sockets = httpcore2.AnyIOBackend()
        # Of its own: names that resolve slowly must not keep others from using the loop's threads.
        self._threads = ThreadPoolExecutor(MAX_LOOKUPS, "lookups")

    async def connect_tcp(  # noqa: D102 (of the base class)
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (of the base class)
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, self._resolver, host, port)
        is_trusted = host in self._trusted
        allowed = [text for text in dict.fromkeys(found) if is_trusted or self.allows(ip_address(text), port)]
        if not allowed:
            raise RefusedAddress
        return await self._sockets.connect_tcp(allowed[0], port, timeout, local_address, socket_options)

    def allows(self, address: Address, port: int) -> bool:
        """Whether requests may go to an address."""
        is_inside = any(plain(address) in network for network in self._networks)
        return is_inside or (port in self._ports and is_public(address))

    def close(self) -> None:
        """Look up no more hosts."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class OutboundHttp:
    """Posts to addresses that players have chosen."""

    def __init__(
        self, networks: Sequence[Network] = (), resolver: Resolver = resolve, timeout_s: float = TIMEOUT_S
    ) -> None:
        """Allow also these `networks`, at any port, and by plain HTTP."""
        self._timeout_s = timeout_s
        self._secure = CheckedBackend(networks, PORTS, resolver)
        self._plain = CheckedBackend(networks, (), resolver)
        self._pools: dict[str, httpcore2.AsyncConnectionPool] = {}
        """The pools by scheme, each made by its first request: the certificates of the system take 5 MB."""

    async def close(self) -> None:
        """Close all connections."""
        for pool in self._pools.values():
            await pool.aclose()
        self._secure.close()
        self._plain.close()

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        """Post a body; return how it ended."""
        if len(body) > MAX_BODY_BYTES:
            return Outcome("too_large")
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._post(url, headers, body)
        except RefusedAddress:
            return Outcome("refused_address")
        except (TimeoutError, httpcore2.TimeoutException):
            return Outcome("timed_out")
        except (
            OSError,
            ValueError,
            KeyError,
            httpcore2.NetworkError,
            httpcore2.ProtocolError,
            httpcore2.UnsupportedProtocol,
        ):
            return Outcome("unreachable")

    async def _post(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        sent = [(name.encode(), value.encode()) for name, value in headers.items()]
        sent.append((b"user-agent", USER_AGENT))
        pool = self._pool(url.partition(":")[0])
        async with pool.stream("POST", url, headers=sent, content=body) as answer:
            given = {name.lower(): value for name, value in answer.headers}
            return outcome_of(answer.status, given.get(b"retry-after", b"").decode("latin-1"))

    def _pool(self, scheme: str) -> httpcore2.AsyncConnectionPool:
        if scheme not in self._pools:
            self._pools[scheme] = _pool({"https": self._secure, "http": self._plain}[scheme])
        return self._pools[scheme]


def _pool(backend: CheckedBackend) -> httpcore2.AsyncConnectionPool:
    return httpcore2.AsyncConnectionPool(
        ssl_context=_tls(),
        max_connections=MAX_CONNECTIONS,
        max_keepalive_connections=0,
        network_backend=backend,
    )


@cache
def _tls() -> ssl.SSLContext:
    """Return the check of certificates. To read those of the system takes 20 ms, so it is done once for all pools."""
    return ssl.create_default_context()


def outcome_of(status: int, retry_after: str) -> Outcome:
    """Return the outcome of a request by the status of the answer."""
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return Outcome()
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return Outcome("redirected")
    return Outcome(str(status), 1000 * int(retry_after) if retry_after.isdecimal() else 0)
