"""A room as a stream: a spectator's connection, like that of a WebSocket, but in one direction only."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from time import monotonic

from gaprace.errors import ReadOnly
from gaprace.people.accounts import SignIn
from gaprace.play.people.names import typed_code
from gaprace.ports import Metrics
from gaprace.rooms.connection import Encoded
from gaprace.web.http.authentication import bearer_token, other_players
from gaprace.web.http.event_streams import StreamOutbox
from gaprace.web.http.requests import RequestContext, no_identity
from gaprace.wire import PROTOCOL, Bye, Hello, encode


class StreamConnection:
    """A spectator's connection as a room sees it: implements `rooms.connection.Connection`."""

    __slots__ = ("_metrics", "_outbox", "player", "players", "received_at", "session")

    def __init__(self, sign_in: SignIn, others: frozenset[str], outbox: StreamOutbox, metrics: Metrics) -> None:
        self.player, self.session = sign_in.player, sign_in.session
        self.players = others | {sign_in.player.id}
        self.received_at = monotonic()
        """No command follows the request."""
        self._outbox, self._metrics = outbox, metrics

    def send(self, message: Encoded) -> bool:
        """See `Connection`."""
        return self._outbox.send(*(message if isinstance(message, tuple) else (message,)))

    def when_drained(self, call: Callable[[], None]) -> None:
        """See `Connection`."""
        self._outbox.when_drained(call)

    def close(self, bye: Bye) -> None:
        """See `Connection`."""
        if not self._outbox.is_finished:
            self._metrics.ended(bye.code)
            self._outbox.finish(encode(bye))


async def watch(context: RequestContext, outbox: StreamOutbox, held: AsyncExitStack) -> None:
    """Let a spectator into a room, until its reader goes.

    Raises `no_identity`: the bearer token is not valid. Raises ReadOnly if nothing is played here.
    """
    app, code = context.app, typed_code(context.request.path_params["code"])
    if app.settings.read_only:
        raise ReadOnly
    sign_in = await context.find_sign_in()
    if sign_in is None and bearer_token(context.request) is not None:
        raise no_identity()
    sign_in = sign_in or app.accounts.visitor()
    others = await other_players(context.request, app.accounts)
    connection = StreamConnection(sign_in, others, outbox, app.metrics)
    room = await app.rooms.enter(code, connection, Hello(PROTOCOL, watch=True))
    held.push_async_callback(room.gone, connection)
