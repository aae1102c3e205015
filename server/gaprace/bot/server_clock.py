"""The server's clock, estimated from pings: the sample with the shortest round trip is the most exact."""

import time

SAMPLES = 5
"""Pings to send at the beginning of a connection."""


def monotonic_ms() -> float:
    """Return this machine's monotonic clock in milliseconds."""
    return time.monotonic() * 1000


class ServerClock:
    """Estimates the server's time. Before the first sample it is this machine's time."""

    def __init__(self) -> None:
        self._offset_ms = time.time() * 1000 - monotonic_ms()
        self._round_trip_ms = float("inf")
        self.samples = 0

    @property
    def round_trip_ms(self) -> float:
        """The shortest round trip so far; infinite before the first sample."""
        return self._round_trip_ms

    def restart(self) -> None:
        """Sample again, over another connection. The estimate stays until the first new sample."""
        self._round_trip_ms, self.samples = float("inf"), 0

    def sample(self, sent_ms: float, server_ms: int, received_ms: float) -> None:
        """Learn from one ping. `sent_ms` and `received_ms` are of `monotonic_ms`; `server_ms` is since 1970."""
        self.samples += 1
        round_trip_ms = received_ms - sent_ms
        if round_trip_ms < self._round_trip_ms:
            self._round_trip_ms = round_trip_ms
            self._offset_ms = server_ms + round_trip_ms / 2 - received_ms

    def now(self) -> int:
        """Return the server's time in milliseconds since 1970."""
        return round(monotonic_ms() + self._offset_ms)
