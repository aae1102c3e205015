"""Admission to a private server: with an invitation, with a recent sign-in, or with either."""

from starlette.requests import HTTPConnection

from gaprace.errors import Refusal
from gaprace.web.context import AppContext
from gaprace.web.http.addresses import client_of
from gaprace.web.http.authentication import sign_in_of
from gaprace.web.http.invitations import INVITATION_PATH, Invitations

SIGN_IN_PATH = "/sign-in"
CALLBACK_PATH = "/sign-in/callback"
QUESTION_PATH = "/sign-in/question"
ANSWER_PATH = "/sign-in/answer"
SIGN_IN_PATHS = {SIGN_IN_PATH, CALLBACK_PATH, QUESTION_PATH, ANSWER_PATH}
"""Open on a server that lets people in by them."""
OPEN_PATHS = {INVITATION_PATH, "/healthz", "/readyz", "/metrics", "/.well-known/security.txt"}
OPEN_FOLDER = "/client/"
"""The files of the client, which are the same on every server."""


class Admission:
    """Decides who is let in."""

    def __init__(self, context: AppContext) -> None:
        self._context, self._invitations = context, Invitations(context.settings)
        self._signing_in = context.sign_in if context.settings.private else None

    @property
    def is_private(self) -> bool:
        """Whether the server is private."""
        return self._invitations.are_used or self._context.settings.private

    async def refusal(self, connection: HTTPConnection) -> Refusal | None:
        """Return why a request or a handshake is refused (`invitation_needed`), or `None`.

        Raises:
            StoreUnavailable: it is not known who has signed in.

        """
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
        found = await sign_in_of(connection, self._context.accounts, secure=client.secure)
        return found is not None and await self._signing_in.connections.lets_in(found.player)
