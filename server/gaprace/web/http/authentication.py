"""The identity of a request: its token comes as a bearer token (programs) or in a cookie (browsers)."""

from http.cookies import SimpleCookie

from starlette.requests import HTTPConnection

from gaprace.ports import StoredPlayer
from gaprace.services.accounts import Accounts

COOKIE = "gaprace"
COOKIE_MAX_AGE_S = 365 * 24 * 3600
_BEARER = "bearer "


def bearer_token(connection: HTTPConnection) -> str | None:
    """Return the bearer token of a request."""
    header = connection.headers.get("authorization", "")
    return header[len(_BEARER) :].strip() if header.lower().startswith(_BEARER) else None


async def player_of(connection: HTTPConnection, accounts: Accounts) -> StoredPlayer | None:
    """Return the player who sends a request. A bearer token wins over the cookie, even if it is not valid."""
    token = bearer_token(connection)
    return await accounts.player_of(connection.cookies.get(COOKIE, "") if token is None else token)


def cookie_header(token: str, *, secure: bool) -> str:
    """Return the `Set-Cookie` header that stores a token; an empty token deletes the cookie."""
    cookie: SimpleCookie = SimpleCookie()
    cookie[COOKIE] = token
    cookie[COOKIE].update({"path": "/", "max-age": str(COOKIE_MAX_AGE_S if token else 0), "samesite": "Lax"})
    cookie[COOKIE]["httponly"] = True
    cookie[COOKIE]["secure"] = secure
    return cookie[COOKIE].OutputString()
