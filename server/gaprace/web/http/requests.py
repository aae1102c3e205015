"""A request as its handler sees it: the application's services, the client's address, identity and limits."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import ceil
from secrets import compare_digest

from starlette.requests import Request

from gaprace.errors import Refusal
from gaprace.people.accounts import SignIn
from gaprace.play.people.moderation import said_until
from gaprace.play.people.names import typed_code
from gaprace.ports import StoredPlayer
from gaprace.settings import OWNER
from gaprace.web.context import AppContext
from gaprace.web.http.authentication import bearer_token, sign_in_of
from gaprace.web.http.clients import Client, device_of
from gaprace.web.http.rate_limits import RateLimiter
from gaprace.wire.http import Identity
from gaprace.wire.paging import FIRST_PAGE, PageQuery

ROOM_RETRY_S = 60.0
"""When to come back for a room: after the next sweep."""
SCOPE = "gaprace.scope"
"""The key in the ASGI scope of the token scope that a request requires."""
PLAYER = "gaprace.player"
"""The key in the ASGI scope under which a request carries the id of the player who sends it."""


@dataclass
class RequestContext:
    """A request, with the dependencies of its handler."""

    request: Request
    app: AppContext
    client: Client
    cookie_token: str | None = None
    """Set by a handler: the identity token to put into the cookie; an empty one deletes the cookie."""
    page: PageQuery = FIRST_PAGE
    """The requested page, if the route is a list in pages."""
    afterwards: Callable[[], Awaitable[None]] | None = None
    """Set by a handler: the work to do once the answer, with its cookie, is on its way."""
    _sign_in: SignIn | None = None
    _is_looked_up: bool = False

    async def player(self) -> StoredPlayer:
        """Return the player who sends the request. Raises `no_identity`."""
        player = await self.find_player()
        if player is None:
            raise no_identity()
        return player

    async def sign_in(self) -> SignIn:
        """Return the session and the player of the request. Raises `no_identity`."""
        found = await self.find_sign_in()
        if found is None:
            raise no_identity()
        return found

    async def active_player(self) -> StoredPlayer:
        """Return the player who sends the request, unless suspended or on a banned network.

        Raises `suspended`: the player may not play.
        """
        player = await self.player()
        await self.app.networks.refuse_banned(self.client.address)
        if player.suspended_until is not None and player.is_suspended(self.app.clock.now()):
            until = said_until(player.suspended_until)
            why = "GET /api/v1/me/decisions has the reason, and you can answer there"
            raise Refusal("suspended", f"You are suspended {until}. {why}.")
        return player

    def moderator(self) -> str:
        """Return the name of the moderator whose token the request has. Raises `no_admin`."""
        name = self._admin_name()
        if not name:
            raise Refusal(
                "no_admin", "This needs the token of a moderator, one of GAPRACE_ADMIN_TOKENS, as a bearer token."
            )
        return name

    def owner(self) -> None:
        """Refuse everybody but the owner. Raises `no_admin`."""
        if self._admin_name() != OWNER:
            raise Refusal("no_admin", "This needs the owner's token: `gaprace owner` prints it, as a link.")

    def _admin_name(self) -> str:
        """Return the name in the admin token that the request has; empty without a valid one."""
        given = (bearer_token(self.request) or "").encode()
        found = [token for token in self.app.settings.admin_tokens if compare_digest(token.encode(), given)]
        return found[0].partition(":")[0] if found else ""

    async def find_player(self) -> StoredPlayer | None:
        """Return the player who sends the request, if its identity is valid."""
        found = await self.find_sign_in()
        return found.player if found else None

    async def find_sign_in(self) -> SignIn | None:
        """Return the valid identity of a request. Its cookie is renewed, and its session recorded, when due.

        The result is cached.
        """
        if not self._is_looked_up:
            self._sign_in = await self._look_up()
            self._is_looked_up = True
        return self._sign_in

    async def _look_up(self) -> SignIn | None:
        found = await sign_in_of(self.request, self.app.accounts, self.client)
        if found is None:
            return None
        self.request.scope[PLAYER] = found.player.id
        self._refuse_scope(found.scope)
        if found.is_due and bearer_token(self.request) is None:
            self.cookie_token = self.app.accounts.new_token(found.player, found.session).token
        if not self.app.settings.read_only:
            await self.app.sessions.note(found, self.device, self.client.address)
        return found

    def _refuse_scope(self, scope: str) -> None:
        needed = self.request.scope.get(SCOPE, "account")
        if scope and needed not in {scope, "read"}:
            way = "make one with the scope `play`" if needed == "play" else "use the token of the player"
            raise Refusal("token_scope", f"This token may only {scope}: {way}.")

    async def new_player(self, name: str = "", *, recovery: bool = True, program: bool = False) -> Identity:
        """Create a player for the browser or program that sends the request."""
        await self.app.networks.refuse_banned(self.client.address)
        network = self.app.networks.hash_of(self.client.address)
        return await self.app.accounts.new_player(
            name, recovery=recovery, program=program, device=self.device, network=network
        )

    def code(self, name: str) -> str:
        """Return a code in the path as it is stored, however it was typed."""
        return typed_code(self.request.path_params[name])

    @property
    def device(self) -> str:
        """The name of the browser or program, from its user agent."""
        return device_of(self.request.headers.get("user-agent", ""))

    async def player_id(self) -> str | None:
        """Return the id of the player who sends the request; `None` without a valid identity."""
        player = await self.find_player()
        return player.id if player else None

    async def refuse_more_rooms(self) -> None:
        """Refuse to open a room for an address or a player with as many as they may have. Raises `too_many_rooms`."""
        if not self.app.rooms.may_open(self.client.address, (await self.player()).id):
            message = "You, or others in your network, have too many open rooms: unused ones close by themselves."
            raise Refusal("too_many_rooms", message, retry_after_s=ROOM_RETRY_S)

    async def note_room(self, code: str) -> None:
        """Note for whom a room was opened."""
        self.app.rooms.note_opened(code, self.client.address, (await self.player()).id)

    def limit(self, limiter: RateLimiter, code: str, what: str, cost: float = 1) -> None:
        """Count an event of the client's address, and of its player once known, with the cost of `cost` events.

        Raises `code`: the address has reached the limit. `what` names the events in its message.
        """
        counted = [self.client.address, *([self._sign_in.player.id] if self._sign_in else [])]
        wait_s = max(limiter.wait_s(each, cost) for each in counted)
        if wait_s > 0:
            message = f"Too many {what} from your network. Try again in {ceil(wait_s)} s."
            raise Refusal(code, message, retry_after_s=wait_s)


def no_identity() -> Refusal:
    """Return the error for a request without a valid identity."""
    return Refusal("no_identity", "You are not signed in: send a token from POST /api/v1/players, or reload the page.")
