"""Where a request comes from, and under which address it reached this server.

`X-Forwarded-*` is believed from a configured number of trusted hops only. Every proxy appends what it saw, so entries
count from the right: with one hop the last entry is the client, whatever it wrote itself to the left of it.
"""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
_WITH_PORT = re.compile(r"(?:\[([^\]]+)\]|([0-9.]+))(?::[0-9]+)?")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_SECURE = {"https", "wss"}
_NETWORK_BITS = 64
_ELSEWHERE = {"cross-site", "same-site"}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, and how."""

    address: str
    """For counting: an IPv4 address, or the /64 that an IPv6 address is in (one customer has that many)."""
    secure: bool
    """Whether it came over https, as far as the trusted hops know."""
    host: str
    """Host and port as the client wrote them; those of the socket if it did not, or not properly."""

    @property
    def http(self) -> str:
        """The start of links to this server."""
        return f"{'https' if self.secure else 'http'}://{self.host}"

    @property
    def socket(self) -> str:
        """The start of socket addresses of this server."""
        return f"{'wss' if self.secure else 'ws'}://{self.host}"


def caller_of(connection: HTTPConnection, trusted_hops: int) -> Caller:
    """Say who calls."""
    peer = connection.client.host if connection.client else ""
    address = _forwarded(connection.headers, "x-forwarded-for", trusted_hops)
    scheme = _forwarded(connection.headers, "x-forwarded-proto", trusted_hops) or connection.scope["scheme"]
    return Caller(
        address=counted(address) or counted(peer) or peer,
        secure=scheme.lower() in _SECURE,
        host=_host_of(connection),
    )


def is_foreign(headers: Headers, caller: Caller, origins: frozenset[str]) -> bool:
    """Whether a page of another site sent this. Programs send no `Origin`: they are not foreign."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in _ELSEWHERE
    return origin.lower() not in origins and not _is_own(origin, caller.host)


def _is_own(origin: str, host: str) -> bool:
    """Compare hosts, not schemes: behind a proxy that is not told of, this server takes https for http."""
    try:
        scheme, netloc = urlsplit(origin.lower())[:2]
    except ValueError:
        return False
    port = _DEFAULT_PORTS.get(scheme)
    return bool(host) and port is not None and netloc.removesuffix(port) == host.removesuffix(port)


def _host_of(connection: HTTPConnection) -> str:
    host = connection.headers.get("host", "")
    server = connection.scope.get("server") or ("localhost", None)
    return host.lower() if _HOST.fullmatch(host) else ":".join(str(part) for part in server if part)


def _forwarded(headers: Headers, name: str, hops: int) -> str:
    """Return the entry that the outermost trusted hop wrote, or nothing."""
    if not hops:
        return ""
    entries = [entry.strip() for line in headers.getlist(name) for entry in line.split(",")]
    return entries[-min(hops, len(entries))] if entries else ""


def counted(text: str) -> str:
    """Return an address as it is counted (see `Caller.address`); nothing for what is none."""
    parts = _WITH_PORT.fullmatch(text)
    try:
        address = ip_address((parts[1] or parts[2]) if parts else text)
    except ValueError:
        return ""
    return str(address) if isinstance(address, IPv4Address) else _network_of(address)


def _network_of(address: IPv6Address) -> str:
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), _NETWORK_BITS), strict=False))
