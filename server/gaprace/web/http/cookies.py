"""Cookies of this server: for all of its paths, out of reach of scripts, and not sent by forms of other sites.

Browsers send the cookies of a host to all of its ports. So the name of a cookie has the port, unless it is the default
one: two servers on one host leave each other's visitors alone.
"""

import re
from http.cookies import SimpleCookie

from gaprace.web.http.clients import Client

SECURE_PREFIX = "__Host-"
"""Browsers accept a cookie with it over https from this host alone."""
_PORT = re.compile(r":([0-9]+)$")
_DEFAULT_PORTS = {True: "443", False: "80"}


def cookie_name(base: str, client: Client) -> str:
    """Return the name of a cookie for the clients of this server that came as this one did."""
    port = _PORT.search(client.host)
    suffix = f"-{port[1]}" if port and port[1] != _DEFAULT_PORTS[client.secure] else ""
    return f"{SECURE_PREFIX if client.secure else ''}{base}{suffix}"


def cookie_header(name: str, value: str, max_age_s: int, *, secure: bool) -> str:
    """Return the `Set-Cookie` header that stores a value; an empty one deletes the cookie."""
    cookie: SimpleCookie = SimpleCookie()
    cookie[name] = value
    cookie[name].update({"path": "/", "max-age": str(max_age_s if value else 0), "samesite": "Lax"})
    cookie[name]["httponly"], cookie[name]["secure"] = True, secure
    return cookie[name].OutputString()
