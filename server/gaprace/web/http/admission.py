"""Admission to a private server: with an invitation, with a recent sign-in, or with either.

An invitation is one of the codes of `GAPRACE_INVITATIONS`, or a derived code with an expiry time: `UNTIL.MAC`, in
seconds since 1970 and in hex. The server stores nothing: a browser keeps the *pass* that belongs to the code of the
settings in a cookie, and both become invalid when that code is removed from the settings.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import compare_digest, digest
from urllib.parse import quote

from starlette.requests import HTTPConnection

from gaprace.errors import Refusal
from gaprace.people.openid import OpenIdSignIn
from gaprace.settings import ServerSettings
from gaprace.web.context import AppContext
from gaprace.web.http.authentication import bearer_token, cookie_header, cookie_name, sign_in_of
from gaprace.web.http.clients import Client, client_of

COOKIE = "gaprace-invitation"
HEADER = "Gaprace-Invitation"
COOKIE_MAX_AGE_S = 400 * 24 * 3600
"""The longest time for which browsers keep a cookie."""
INVITATION_PATH = "/invitation"
_ENDING_CODE = re.compile(r"(?P<until>[0-9]{1,12})\.[0-9a-f]{64}")
SIGN_IN_PATH = "/sign-in"
CALLBACK_PATH = "/sign-in/callback"
QUESTION_PATH = "/sign-in/question"
ANSWER_PATH = "/sign-in/answer"
SIGN_IN_PATHS = {SIGN_IN_PATH, CALLBACK_PATH, QUESTION_PATH, ANSWER_PATH}
"""Open on a server that lets people in by them."""
OWNER_PATH = "/p/admin"
"""The page of moderators and of the owner, which shows nothing without a token."""
OPEN_PATHS = {
    INVITATION_PATH,
    OWNER_PATH,
    "/healthz",
    "/readyz",
    "/metrics",
    "/robots.txt",
    "/.well-known/security.txt",
}
OPEN_FOLDER = "/client/"
"""The files of the client, which are the same on every server."""


class Admission:
    """Decides which requests are let in."""

    def __init__(self, context: AppContext) -> None:
        self._context = context

    @property
    def _invitations(self) -> "Invitations":
        """The present ones: the owner may change them at any time."""
        return Invitations(self._context.settings)

    @property
    def _signing_in(self) -> OpenIdSignIn | None:
        return self._context.sign_in if self._context.settings.private else None

    @property
    def is_private(self) -> bool:
        """Whether the server is private."""
        return self._invitations.are_used or self._context.settings.private

    async def refusal(self, connection: HTTPConnection) -> Refusal | None:
        """Return why a request or a handshake is refused (`invitation_needed`), or `None`."""
        if not self.is_private or self._is_open(connection.scope["path"]):
            return None
        if self._invitations.admits(connection, self._context.clock.now()) or await self._has_signed_in(connection):
            return None
        way = "sign in" if self._signing_in else "open the link of your invitation"
        return Refusal("invitation_needed", f"This site is private: {way} first.")

    def _is_open(self, path: str) -> bool:
        is_way_in = self._signing_in is not None and path in SIGN_IN_PATHS
        return is_way_in or path in OPEN_PATHS or path.startswith(OPEN_FOLDER)

    async def _has_signed_in(self, connection: HTTPConnection) -> bool:
        if self._signing_in is None:
            return False
        client = client_of(connection, self._context.settings.trusted_hops)
        found = await sign_in_of(connection, self._context.accounts, client)
        return found is not None and await self._signing_in.connections.lets_in(found.player)


class Invitations:
    """Reads and makes invitations."""

    def __init__(self, settings: ServerSettings) -> None:
        self._codes = [code.encode() for code in settings.invitations]
        self._passes = [_mac(code, "pass") for code in self._codes]
        self._admin_tokens = settings.admin_tokens

    @property
    def are_used(self) -> bool:
        """Whether there is a code in the settings."""
        return bool(self._codes)

    def admits(self, connection: HTTPConnection, now: int) -> bool:
        """Whether a request, or a handshake, comes with an invitation, or the token of a moderator."""
        cookies = [value for name, value in connection.cookies.items() if COOKIE in name]
        return (
            any(_is_among(cookie, self._passes) for cookie in cookies)
            or self.pass_for(connection.headers.get(HEADER, ""), now) is not None
            or _is_among(bearer_token(connection) or "", self._admin_tokens)
        )

    def pass_for(self, invitation: str, now: int) -> str | None:
        """Return the pass for an invitation at the time `now`; `None` if it is invalid or has expired."""
        ending = _ENDING_CODE.fullmatch(invitation)
        if ending and int(ending["until"]) * 1000 < now:
            return None
        for code, own_pass in zip(self._codes, self._passes, strict=True):
            expected = _ending_code(code, int(ending["until"])) if ending else code.decode()
            if _is_among(invitation, [expected]):
                return own_pass
        return None

    def new_code(self, until: int | None) -> str:
        """Return an invitation code: the first one of the settings, or one with an expiry time."""
        return self._codes[0].decode() if until is None else _ending_code(self._codes[0], until // 1000)


def invitation_link(base_url: str, code: str) -> str:
    """Return the link that admits a visitor with one tap."""
    return f"{base_url}{INVITATION_PATH}?code={quote(code)}"


def _ending_code(code: bytes, until_s: int) -> str:
    return f"{until_s}.{_mac(code, f'until {until_s}')}"


def _mac(code: bytes, what: str) -> str:
    return digest(code, f"gaprace/invitation {what}".encode(), sha256).hex()


def _is_among(given: str, secrets: Sequence[str]) -> bool:
    return bool(given) and any(compare_digest(given.encode(), secret.encode()) for secret in secrets)


def cookie_headers(own_pass: str, client: Client) -> Iterator[str]:
    """Return the `Set-Cookie` header that stores a pass."""
    yield cookie_header(cookie_name(COOKIE, client), own_pass, COOKIE_MAX_AGE_S, secure=client.secure)
