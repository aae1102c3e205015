"""A thousand spectators at a few microseconds a message, so that the load costs less than what it measures.

There is no event loop: one `epoll`, and for each message one `recv` and the header of its frame.
"""

import select
import socket
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Self

from tests.raw_websockets import text_frame, upgrade_request

_TEXT_FRAME, _TWO_BYTES, _EIGHT_BYTES = 0x81, 126, 127
_SILENCE_S = 0.5


class _Spectator:
    __slots__ = ("heard", "rest", "sock")

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.heard = 0
        self.rest = b""

    def texts(self) -> int:
        """Read what has arrived, and return the number of complete text messages."""
        data = self.rest + self.sock.recv(65536) if self.rest else self.sock.recv(65536)
        at = texts = 0
        end = len(data)
        while at + 2 <= end:
            size, begin = data[at + 1], at + 2
            if size == _TWO_BYTES:
                size, begin = int.from_bytes(data[begin : begin + 2]), begin + 2
            elif size == _EIGHT_BYTES:
                size, begin = int.from_bytes(data[begin : begin + 8]), begin + 8
            if begin + size > end:
                break
            texts += data[at] == _TEXT_FRAME
            at = begin + size
        self.rest = data[at:]
        return texts


class SpectatorPool:
    """Connected spectators."""

    def __init__(self, port: int, path: str, tokens: Iterable[str], greeting: bytes = b"") -> None:
        """Connect one for each token, one after the other; each sends the greeting. Read until it is silent."""
        self._open(port, path, tokens, greeting)
        while events := self._epoll.poll(_SILENCE_S):
            for file, _ in events:
                self._by_file[file].texts()

    @classmethod
    def of_running_race(cls, port: int, path: str, tokens: Iterable[str], greeting: bytes) -> Self:
        """Connect to a race in which it is never silent."""
        pool = cls.__new__(cls)
        pool._open(port, path, tokens, greeting)
        return pool

    def _open(self, port: int, path: str, tokens: Iterable[str], greeting: bytes) -> None:
        self._epoll = select.epoll()
        self._by_file: dict[int, _Spectator] = {}
        for token in tokens:
            sock = _connected(port, path, token)
            if greeting:
                sock.sendall(text_frame(greeting))
            self._by_file[sock.fileno()] = _Spectator(sock)
            self._epoll.register(sock.fileno(), select.EPOLLIN)

    def hear(
        self, send: Callable[[], object], under_way: int, seconds: float, began: Callable[[], None], warm_up_s: float
    ) -> list[float]:
        """Send broadcasts for a while, with a fixed number of them in flight.

        Calls `began` after the warm-up, and returns the latency of each delivery since then, in seconds.
        """
        for spectator in self._by_file.values():
            spectator.heard = 0
        sent, delivered, latencies = [], 0, []
        measuring_at = perf_counter() + warm_up_s
        until, is_measuring = measuring_at + seconds, False
        for _ in range(under_way):
            sent.append(perf_counter())
            send()
        while (now := perf_counter()) < until:
            if not is_measuring and now >= measuring_at:
                began()
                is_measuring = True
            for file, _ in self._epoll.poll(1, 128):
                spectator = self._by_file[file]
                texts = spectator.texts()
                now = perf_counter()
                for number in range(spectator.heard, spectator.heard + texts):
                    delivered += 1
                    if is_measuring:
                        latencies.append(now - sent[number])
                    if delivered % len(self._by_file) == 0:
                        sent.append(perf_counter())
                        send()
                spectator.heard += texts
        return latencies

    def drain(self, is_over: Callable[[], bool]) -> int:
        """Read all that arrives until it is over; return the number of messages."""
        heard = 0
        while not is_over():
            for file, _ in self._epoll.poll(0.1, 128):
                heard += self._by_file[file].texts()
        return heard

    def close(self) -> None:
        self._epoll.close()
        for spectator in self._by_file.values():
            spectator.sock.close()


def _connected(port: int, path: str, token: str) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port))
    sock.sendall(upgrade_request(port, path, token))
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += sock.recv(1)
    assert head.startswith(b"HTTP/1.1 101"), head
    return sock
