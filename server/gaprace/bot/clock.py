"""The server's clock, learned from pings: the sample with the shortest way there and back is the best."""

import time

SAMPLES = 5
"""How many pings a connection begins with."""


def monotonic_ms() -> float:
    """Return milliseconds since some instant."""
    return time.monotonic() * 1000


class ServerClock:
    """Knows the server's time. Until the first sample it is unknown, and taken for this machine's."""

    def __init__(self) -> None:
        self._offset_ms = time.time() * 1000 - monotonic_ms()
        self._round_trip_ms = float("inf")
        self.samples = 0

    @property
    def round_trip_ms(self) -> float:
        """The shortest way there and back; infinite before the first sample."""
        return self._round_trip_ms

    def restart(self) -> None:
        """Sample anew, over another connection."""
        self._round_trip_ms, self.samples = float("inf"), 0

    def sample(self, sent_ms: float, server_ms: int, heard_ms: float) -> None:
        """Learn from one ping, sent and answered at these times of `monotonic_ms`."""
        self.samples += 1
        round_trip_ms = heard_ms - sent_ms
        if round_trip_ms < self._round_trip_ms:
            self._round_trip_ms = round_trip_ms
            self._offset_ms = server_ms + round_trip_ms / 2 - heard_ms

    def now(self) -> int:
        """Return the server's time: milliseconds since 1970."""
        return round(monotonic_ms() + self._offset_ms)
