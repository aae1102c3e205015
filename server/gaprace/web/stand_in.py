"""A stand-in for a dead or hanging worker: it passes the connections to its sockets on to the other workers.

Each worker has its own sockets for the port, to which the kernel continues to deliver its share of the connections.
"""

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress

from gaprace.web.hand_over import NOTHING_READ, Offer
from gaprace.web.seats import Seat

RETRY_DELAY_S = 0.1
"""How long clients wait before the others are asked again, while none of them takes connections."""


class StandIn:
    """Stands in for the worker in a seat, from `begin` to `end`."""

    def __init__(self, seat: Seat, sockets: Sequence[socket.socket]) -> None:
        """Take the sockets on which the worker listens."""
        self._seat, self._sockets = seat, sockets
        self._turn = seat.number
        self._is_active = False
        self.is_waiting = False
        """Whether clients wait, since nobody takes their connections."""
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Begin to pass connections on, unless it has begun."""
        if not self._is_active:
            self._is_active = True
            self._watch()

    def end(self) -> None:
        """Stop accepting connections, which the worker serves again."""
        self._is_active = False
        self._ignore()
        if self._timer:
            self._timer.cancel()

    def _watch(self) -> None:
        self.is_waiting = False
        for sock in self._sockets:
            sock.settimeout(0)
            asyncio.get_running_loop().add_reader(sock, self._let_in, sock)

    def _ignore(self) -> None:
        for sock in self._sockets:
            asyncio.get_running_loop().remove_reader(sock)

    def _let_in(self, listener: socket.socket) -> None:
        """Accept a connection, if there is a worker for it."""
        offer = next(self._offers(), None)
        if offer is None:
            self._ignore()
            self.is_waiting = True
            self._timer = asyncio.get_running_loop().call_later(RETRY_DELAY_S, self._watch)
            return
        try:
            connection, _ = listener.accept()
        except OSError:
            offer.close()
            return
        task = asyncio.create_task(self._pass_on(connection, offer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, connection: socket.socket, first: Offer) -> None:
        """Pass a connection on to the first of the others that takes it."""
        with connection:
            if not await _is_taken(connection, first):
                for offer in self._offers():
                    if await _is_taken(connection, offer):
                        return

    def _offers(self) -> Iterator[Offer]:
        """Connect to the doors of the others, starting with a different one each time."""
        self._turn += 1
        for step in range(self._seat.count):
            number = (self._turn + step) % self._seat.count
            if number != self._seat.number:
                with suppress(OSError):
                    yield Offer(self._seat, number)


async def _is_taken(connection: socket.socket, offer: Offer) -> bool:
    with suppress(OSError, TimeoutError):
        offer.send(connection.fileno(), NOTHING_READ)
        return await offer.is_taken()
    return False
