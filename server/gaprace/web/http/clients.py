"""The client of a request: its address, its device, and whether another site sent the request.

`X-Forwarded-*` is trusted only for a configured number of proxies (hops). Every proxy appends the address that it saw,
so entries count from the right: with one hop the last entry is the client, and entries to its left are untrusted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
"""A valid `Host` header."""
MAX_DEVICE_LENGTH = 40
_BROWSERS: Mapping[str, str] = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""Names by what stands before the version. The first that is found counts: most call themselves Safari, too."""
_SYSTEMS: Mapping[str, str] = {
    "Windows": "Windows",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Macintosh": "macOS",
    "Linux": "Linux",
}
_PROGRAM = re.compile(r"[ -~]+")
_WITH_PORT = re.compile(r"(?:\[([^\]]+)\]|([0-9.]+))(?::[0-9]+)?")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_SECURE_SCHEMES = {"https", "wss"}
_NETWORK_PREFIX = 64
_NAT64 = IPv6Network("64:ff9b::/96")
"""IPv4 clients, as a translator in front of an IPv6 server writes their addresses (RFC 6052)."""
_OTHER_SITES = {"cross-site", "same-site"}


@dataclass(frozen=True, slots=True)
class Client:
    """The client of a request, as far as the trusted proxies know it."""

    address: str
    """For limits: an IPv4 address, or the /64 network of an IPv6 address (one customer has at least that many)."""
    secure: bool
    """Whether the client came over https."""
    host: str
    """Host and port of this server as the client wrote them, or those of the socket if that is missing or malformed."""

    @property
    def base_url(self) -> str:
        """The start of links to this server."""
        return f"{'https' if self.secure else 'http'}://{self.host}"

    @property
    def socket_base_url(self) -> str:
        """The start of WebSocket URLs of this server."""
        return f"{'wss' if self.secure else 'ws'}://{self.host}"


def client_of(connection: HTTPConnection, trusted_hops: int) -> Client:
    """Return the client of a request."""
    peer = connection.client.host if connection.client else ""
    address = _forwarded(connection.headers, "x-forwarded-for", trusted_hops)
    return Client(
        address=limit_key(address) or limit_key(peer) or peer,
        secure=is_secure(connection, trusted_hops),
        host=_host_of(connection),
    )


def is_secure(connection: HTTPConnection, trusted_hops: int) -> bool:
    """Return whether the client came over https."""
    scheme = _forwarded(connection.headers, "x-forwarded-proto", trusted_hops) or connection.scope["scheme"]
    return scheme.lower() in _SECURE_SCHEMES


def is_cross_site(headers: Headers, client: Client, origins: frozenset[str]) -> bool:
    """Return whether a page of another site sent a request. Programs send no `Origin` and count as our own."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in _OTHER_SITES
    return origin.lower() not in origins and is_from_other_origin(headers, client)


def is_from_other_origin(headers: Headers, client: Client) -> bool:
    """Return whether a page of another origin sent a request, as its `Origin` says. Links have none."""
    origin = headers.get("origin")
    return origin is not None and not _is_own(origin, client.host)


def _is_own(origin: str, host: str) -> bool:
    """Compare hosts, not schemes: behind a proxy that is not configured, https looks like http."""
    try:
        scheme, netloc = urlsplit(origin.lower())[:2]
    except ValueError:
        return False
    port = _DEFAULT_PORTS.get(scheme)
    return bool(host) and port is not None and netloc.removesuffix(port) == host.removesuffix(port)


def _host_of(connection: HTTPConnection) -> str:
    host = connection.headers.get("host", "")
    server = connection.scope.get("server") or ("localhost", None)
    return host.lower() if HOST.fullmatch(host) else ":".join(str(part) for part in server if part)


def _forwarded(headers: Headers, name: str, hops: int) -> str:
    """Return the entry that the outermost trusted proxy wrote; empty without one."""
    if not hops:
        return ""
    entries = [entry.strip() for line in headers.getlist(name) for entry in line.split(",")]
    return entries[-min(hops, len(entries))] if entries else ""


def limit_key(text: str) -> str:
    """Return an address, with or without a port, as limits count it (see `Client.address`); empty if it is none."""
    parts = _WITH_PORT.fullmatch(text)
    try:
        address = ip_address((parts[1] or parts[2]) if parts else text)
    except ValueError:
        return ""
    return str(address) if isinstance(address, IPv4Address) else _network_of(address)


def _network_of(address: IPv6Address) -> str:
    if address.ipv4_mapped or address in _NAT64:
        return str(IPv4Address(int(address) & 0xFFFFFFFF))
    return str(IPv6Network((int(address), _NETWORK_PREFIX), strict=False))


def device_of(user_agent: str) -> str:
    """Return the browser and the system from a `User-Agent` header; for other programs, the part before a space."""
    browser = next((name for mark, name in _BROWSERS.items() if f"{mark}/" in user_agent), "")
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), "")
    if browser:
        return f"{browser} on {system}" if system else browser
    program = _PROGRAM.match(user_agent.partition(" ")[0])
    return program[0][:MAX_DEVICE_LENGTH] if program else ""


_WEIGHT = re.compile(r"\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", re.IGNORECASE)
_TAG = re.compile(r'(?:W/)?("[^"]*")')
_ANY = "*"


def weights(headers: Headers, name: str) -> dict[str, float]:
    """Return the weights (0 to 1) of a list such as `Accept`, by value in lower case; other parameters are ignored."""
    return dict(_weighted(",".join(headers.getlist(name))))


def _weighted(text: str) -> Iterator[tuple[str, float]]:
    for each in text.split(","):
        value, _, rest = each.partition(";")
        weight = _WEIGHT.search(f";{rest}")
        if value.strip():
            yield value.strip().lower(), float(weight[1]) if weight else 1.0


def encoding_of(headers: Headers, offered: Sequence[str]) -> str:
    """Return the accepted encoding of those offered, the best ones first; empty for none (`identity`)."""
    accepted = weights(headers, "accept-encoding")
    rest = accepted.get(_ANY, 0.0)
    best = max(offered, key=lambda each: accepted.get(each, rest), default="")
    plain = accepted.get("identity", 0.0)  # it is always accepted, and preferred only if that is said
    weight = accepted.get(best, rest) if best else 0.0
    return best if weight > 0 and weight >= plain else ""


def accepts(headers: Headers, media_type: str) -> bool:
    """Whether a client names a media type in `Accept` and prefers nothing to it. `*/*` names none."""
    accepted = weights(headers, "accept")
    weight = accepted.get(media_type, 0.0)
    return weight > 0 and weight >= max(accepted.values())


def has_already(headers: Headers, tag: str) -> bool:
    """Whether `If-None-Match` has an entity tag, compared weakly; any matches `*`."""
    known = ",".join(headers.getlist("if-none-match"))
    return known.strip() == _ANY or tag in _TAG.findall(known)
