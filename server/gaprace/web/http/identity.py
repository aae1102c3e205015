"""Who sends a request: a bearer token (programs) or a cookie (browsers) says so."""

from http.cookies import SimpleCookie

from starlette.requests import HTTPConnection

from gaprace.ports import StoredPlayer
from gaprace.services.accounts import Accounts

COOKIE = "gaprace"
COOKIE_AGE_S = 365 * 24 * 3600
_BEARER = "bearer "


def bearer_token(connection: HTTPConnection) -> str | None:
    """Return the token of a program."""
    header = connection.headers.get("authorization", "")
    return header[len(_BEARER) :].strip() if header.lower().startswith(_BEARER) else None


async def player_of(connection: HTTPConnection, people: Accounts) -> StoredPlayer | None:
    """Say who it is. A bearer token comes first: if it is no good, the cookie does not help."""
    token = bearer_token(connection)
    return await people.player_of(connection.cookies.get(COOKIE, "") if token is None else token)


def cookie_header(token: str, *, secure: bool) -> str:
    """Write the `Set-Cookie` header of an identity; that of none takes the cookie away."""
    cookie: SimpleCookie = SimpleCookie()
    cookie[COOKIE] = token
    cookie[COOKIE].update({"path": "/", "max-age": str(COOKIE_AGE_S if token else 0), "samesite": "Lax"})
    cookie[COOKIE]["httponly"] = True
    cookie[COOKIE]["secure"] = secure
    return cookie[COOKIE].OutputString()
