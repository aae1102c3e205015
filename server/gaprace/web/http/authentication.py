"""The identity of a request: its token comes as a bearer token (programs) or in a cookie (browsers).

Pages of allowed origins cannot set the header of a socket or an event stream: their token is an offered subprotocol of
the socket (`bearer.TOKEN` beside `gaprace`), or they have a ticket (`people.tokens`) in the query.

Over https the cookie has the prefix `__Host-`: browsers accept such a cookie only from this host itself, so a page of a
sibling subdomain cannot plant an identity. Over https, a cookie without the prefix is accepted only if its token was
issued before the server was first used over https.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from http.cookies import SimpleCookie

from starlette.requests import HTTPConnection

from gaprace.errors import StoreUnavailable
from gaprace.people.accounts import Accounts, SignIn
from gaprace.people.tokens import LIFETIME_MS, TICKET
from gaprace.web.http.clients import Client, is_from_other_origin

SECURE_PREFIX = "__Host-"
"""Browsers accept a cookie with it over https from this host alone."""
COOKIE = "gaprace"
_PLAIN = re.compile(f"{COOKIE}(-[0-9]+)?")
"""The names over http, at any port: the port changes when a server is moved to https."""
_ANY = re.compile(f"({SECURE_PREFIX})?{_PLAIN.pattern}")
COOKIE_MAX_AGE_S = LIFETIME_MS // 1000
_BEARER = "bearer "
_OFFERED = re.compile(r"(?:^|[,\s])bearer\.([A-Za-z0-9._-]+)")
_EVENTS = "text/event-stream"
SUBPROTOCOL = "gaprace"
"""The subprotocol of the socket, for those who offer any: a browser wants one of them to be chosen."""


def bearer_token(connection: HTTPConnection) -> str | None:
    """Return the bearer token of a request, or what stands for it where a browser cannot set the header."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith(_BEARER):
        return header[len(_BEARER) :].strip()
    is_socket = connection.scope["type"] == "websocket"
    if is_socket and (offered := _OFFERED.search(connection.headers.get("sec-websocket-protocol", ""))):
        return offered[1]
    if is_socket or _EVENTS in connection.headers.get("accept", ""):
        ticket = connection.query_params.get("ticket", "")
        return ticket if ticket.startswith(f"{TICKET}.") else None
    return None


def is_from_browser(connection: HTTPConnection) -> bool:
    """Whether a request has no bearer token, and a cookie of this server."""
    return bearer_token(connection) is None and any(map(_ANY.fullmatch, connection.cookies))


async def sign_in_of(connection: HTTPConnection, accounts: Accounts, client: Client) -> SignIn | None:
    """Return the identity of a request. A bearer token takes precedence over a cookie, even if it is invalid.

    A cookie never acts for a page of another origin, not even for one of `GAPRACE_ORIGINS`: these have tokens.
    """
    token = bearer_token(connection)
    if token is not None:
        return await accounts.sign_in_of(token)
    if is_from_other_origin(connection.headers, client):
        return None
    own, cookies = cookie_name(COOKIE, client), connection.cookies
    if not client.secure:
        return await accounts.sign_in_of(cookies.get(own, cookies.get(COOKIE, "")))
    since = await accounts.https_since()
    if own in cookies:
        return await accounts.sign_in_of(cookies[own])
    for name in filter(_PLAIN.fullmatch, cookies):
        found = await accounts.sign_in_of(cookies[name])
        if found and found.issued_at < since:
            return replace(found, is_due=True)
    return None


async def other_players(connection: HTTPConnection, accounts: Accounts) -> frozenset[str]:
    """Return the ids of all players whose tokens a request has, if it has several; it is signed in as one of them."""
    values = (bearer_token(connection), *(value for name, value in connection.cookies.items() if _ANY.fullmatch(name)))
    tokens = {value for value in values if value}
    found = [await accounts.player_of(token) for token in tokens] if len(tokens) > 1 else []
    return frozenset(player.id for player in found if player)


async def note_https(accounts: Accounts) -> None:
    """Record the first use of https, before a token is issued over it."""
    with suppress(StoreUnavailable):
        await accounts.https_since()


def cookie_headers(connection: HTTPConnection, token: str, client: Client) -> Iterator[str]:
    """Return the `Set-Cookie` headers that store a token; an empty token deletes the cookies."""
    yield cookie_header(cookie_name(COOKIE, client), token, COOKIE_MAX_AGE_S, secure=client.secure)
    if client.secure and COOKIE in connection.cookies:
        yield cookie_header(COOKIE, "", COOKIE_MAX_AGE_S, secure=True)


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
