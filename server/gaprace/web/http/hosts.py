"""Basic checks of all requests: a host name of this server, and a URL without NUL.

Without the check of the name, another site could make its own name point to this server (DNS rebinding), and a browser
would treat both as one site. This is impossible with an IP address, a name without a dot, or a name that does not exist
in the public DNS: these are always allowed.
"""

import socket
from collections.abc import Sequence
from urllib.parse import unquote_to_bytes, urlsplit

from starlette.types import Scope

from gaprace.errors import Refusal, quoted
from gaprace.people.networks import is_address
from gaprace.settings import ANY_HOST, ServerSettings
from gaprace.web.http.clients import HOST

LOCAL_DOMAINS = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".test")
"""Domains that are never delegated in the public DNS (RFC 6761, RFC 6762, RFC 8375, and what home routers use)."""
_OLD_HTTP = "1.0"


class RequestFilter:
    """Refuses invalid requests before they reach a route."""

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
