"""The hand-over of connections between the workers of one machine, so that each room is served by one of them.

Any worker can serve any room, but a room that is open in several workers costs each of them nearly as much as a room
that is open in one. So a WebSocket is served by the home of its room (`web.seats`): the worker that has read the
request of its handshake passes the socket and the request on. This is only a preference: if it fails, the worker keeps
the connection.

The giver connects to a Unix socket of the taker (its door), sends the request together with the descriptor
(SCM_RIGHTS), and waits. The taker answers with one byte, and serves the connection from then on. The giver keeps its
descriptor until then and reads nothing from it: so if the taker dies, nothing is lost, and if it hangs, the giver
withdraws. To withdraw, it shuts down its end, to which the taker can then no longer write: exactly one of the two
serves the connection.
"""

import asyncio
import logging
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from errno import EMFILE, ENFILE
from time import monotonic
from urllib.parse import unquote_to_bytes

from gaprace.play.names import typed_code
from gaprace.web.seats import Seat, homes_of

ANSWER_TIMEOUT_S = 2.0
"""How long a giver waits for the taker's answer; one that is only busy answers sooner."""
AVOIDED_S = 10.0
"""How long a worker that did not take a connection is passed over."""
SETTLING_S = 10.0
"""A worker that replaces another one is the home of no room for this long: the clients of its predecessor come back at
different times, and meet in the same worker, the next one that their room prefers."""
MAX_REQUEST_BYTES = 16 * 1024
"""Larger requests, which no browser sends, are not passed on. This many bytes travel as one piece."""
MAX_WAITING = 4096
"""Connections that may wait at a door."""
FULL_PAUSE_S = 0.5
"""How long a door stays closed to a process that has no file descriptor left."""
NOTHING_READ = b"\0"
"""Stands for the request of a connection of which nothing has been read."""
_TAKEN = b"\1"
_END_OF_REQUEST = b"\r\n\r\n"
_ROOM = re.compile(rb"/ws/rooms/([^/?#]{1,64})(?:\?.*)?", re.DOTALL)
_log = logging.getLogger(__name__)


class Offer:
    """A connection that is offered to another worker and not yet taken."""

    def __init__(self, seat: Seat, number: int) -> None:
        """Connect to the door of the worker in a seat.

        Raises:
            OSError: no worker takes connections over there.

        """
        self.to = number
        self._ticket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._ticket.settimeout(0)
            self._ticket.connect(str(seat.door_of(number)))
        except OSError:
            self.close()
            raise

    def send(self, file: int, request: bytes) -> None:
        """Send the descriptor of a connection, with the whole request of its handshake, or `NOTHING_READ`.

        Raises:
            OSError: there is nobody any more.

        """
        try:
            socket.send_fds(self._ticket, [request], [file])
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Offer nothing."""
        self._ticket.close()

    async def is_taken(self) -> bool:
        """Wait for the answer.

        Raises:
            TimeoutError: there was none in time, and the offer is withdrawn.

        """
        with self._ticket:
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT_S):
                    await _until_readable(self._ticket)
            except TimeoutError:
                if not self._withdraw():
                    raise
                return True
            return self._answer() == _TAKEN

    def _withdraw(self) -> bool:
        """Stop accepting an answer; return whether one had arrived before."""
        with suppress(OSError):
            self._ticket.shutdown(socket.SHUT_RDWR)
        return self._answer() == _TAKEN

    def _answer(self) -> bytes:
        with suppress(OSError):
            return self._ticket.recv(1)
        return b""


class HandOver:
    """Offers the connections of rooms to other workers, and takes those that these offer."""

    def __init__(self, seat: Seat) -> None:
        """Offer and take nothing before `open`."""
        self._seat = seat
        self._door: socket.socket | None = None
        self._avoided_until = [0.0] * seat.count
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._make_protocol: Callable[[bytes], asyncio.Protocol]

    def open(self, make_protocol: Callable[[bytes], asyncio.Protocol]) -> None:
        """Begin to take connections over; `make_protocol` returns the protocol for a request."""
        self._make_protocol = make_protocol
        if self._seat.is_refilled:
            self._timer = asyncio.get_running_loop().call_later(SETTLING_S, self._open_door)
        else:
            self._open_door()

    @property
    def is_open(self) -> bool:
        """Whether it takes connections, and so is the home of rooms."""
        return self._door is not None

    def close(self) -> None:
        """Take no more."""
        if self._timer:
            self._timer.cancel()
        if self._door:
            asyncio.get_running_loop().remove_reader(self._door)
            self._door.close()
            self._door = None

    # Giving

    def offer(self, url: bytes, file: int, request: bytes) -> Offer | None:
        """Offer a connection to the home of its room; `None` if that is this worker."""
        room = room_of(url)
        if room is None or len(request) > MAX_REQUEST_BYTES:
            return None
        for number in homes_of(room, self._seat.count):
            if number == self._seat.number:
                if self.is_open:
                    return None
            elif self._avoided_until[number] <= monotonic():
                with suppress(OSError):
                    offer = Offer(self._seat, number)
                    offer.send(file, request)
                    return offer
        return None

    async def is_taken(self, offer: Offer) -> bool:
        """Wait until the other worker serves a connection, or certainly does not."""
        with suppress(TimeoutError):
            if await offer.is_taken():
                return True
        if self._avoided_until[offer.to] < monotonic():
            _log.warning("worker %d takes no connections: its rooms move for %.0f s", offer.to, AVOIDED_S)
        self._avoided_until[offer.to] = monotonic() + AVOIDED_S
        return False

    # Taking

    def _open_door(self) -> None:
        path = self._seat.door_of(self._seat.number)
        path.unlink(missing_ok=True)  # of a process that was killed
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._door.settimeout(0)
        self._door.bind(str(path))
        self._door.listen(MAX_WAITING)
        self._watch_door()

    def _watch_door(self) -> None:
        if self._door:
            asyncio.get_running_loop().add_reader(self._door, self._let_in)

    def _let_in(self) -> None:
        """Accept all waiting connections: accepting is cheap, whereas serving earlier ones may take long."""
        assert self._door  # noqa: S101  # it is being watched
        try:
            while True:
                ticket, _ = self._door.accept()
                task = asyncio.create_task(self._take(ticket))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        except OSError as error:
            if error.errno in {EMFILE, ENFILE}:
                loop = asyncio.get_running_loop()
                loop.remove_reader(self._door)
                self._timer = loop.call_later(FULL_PAUSE_S, self._watch_door)

    async def _take(self, ticket: socket.socket) -> None:
        with ticket, suppress(TimeoutError, OSError):
            ticket.settimeout(0)
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                request, files = await _received(ticket)
            for file in files:
                await self._answer(ticket, socket.socket(fileno=file), request)

    async def _answer(self, ticket: socket.socket, connection: socket.socket, request: bytes) -> None:
        """Take a connection over, if it is whole and not withdrawn, and the door is still open.

        Raises:
            OSError: it is withdrawn, or its client has gone.

        """
        try:
            is_whole = request == NOTHING_READ or request.endswith(_END_OF_REQUEST)
            if not (is_whole and self.is_open):
                connection.close()
                return
            ticket.send(_TAKEN)
            ticket.close()
            connection.settimeout(0)
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(lambda: self._make_protocol(request), connection)
        except BaseException:
            connection.close()
            raise


def room_of(url: bytes) -> str | None:
    """Return the code of the room whose WebSocket is at an address; `None` if it is none."""
    found = _ROOM.fullmatch(url)
    return typed_code(unquote_to_bytes(found[1]).decode("latin-1")) if found else None


async def _received(ticket: socket.socket) -> tuple[bytes, list[int]]:
    """Return the giver's message, which has nearly always arrived: the request, and the descriptor."""
    while True:
        with suppress(BlockingIOError):
            request, files, _, _ = socket.recv_fds(ticket, MAX_REQUEST_BYTES, 1)
            return request, files
        await _until_readable(ticket)


async def _until_readable(sock: socket.socket) -> None:
    """Wait until there is something to read, or the end."""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(sock, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(sock)
