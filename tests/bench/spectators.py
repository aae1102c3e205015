"""Thousands of spectators at a few microseconds a message, so that the load costs less than what it measures.

There is no event loop: one `epoll`, and for each message one `recv`, whose bytes nobody looks at.
"""

import select
import socket
from collections.abc import Callable, Iterable

from tests.raw_websockets import text_frame, upgrade_request

_MAX_READ = 65536
_SILENCE_S = 0.5


class SpectatorPool:
    """Connected spectators."""

    def __init__(
        self, port: int, path: str, tokens: Iterable[str], greeting: bytes, *, is_racing: bool = False
    ) -> None:
        """Connect one for each token, one after the other; each sends the greeting. Read until it is silent.

        While a race is running it is never silent.
        """
        self._epoll = select.epoll()
        self._by_file: dict[int, socket.socket] = {}
        for token in tokens:
            sock = _connected(port, path, token)
            sock.sendall(text_frame(greeting))
            self._by_file[sock.fileno()] = sock
            self._epoll.register(sock.fileno(), select.EPOLLIN)
        while not is_racing and self._read(_SILENCE_S):
            pass

    def drain(self, is_over: Callable[[], bool]) -> None:
        """Read all that arrives until it is over."""
        while not is_over():
            self._read(0.1)

    def _read(self, timeout_s: float) -> bool:
        """Read what has arrived; return whether that was anything."""
        events = self._epoll.poll(timeout_s, 128)
        for file, _ in events:
            self._by_file[file].recv(_MAX_READ)
        return bool(events)

    def close(self) -> None:
        self._epoll.close()
        for sock in self._by_file.values():
            sock.close()


def _connected(port: int, path: str, token: str) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port))
    sock.sendall(upgrade_request(port, path, token))
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += sock.recv(1)
    assert head.startswith(b"HTTP/1.1 101"), head
    return sock
