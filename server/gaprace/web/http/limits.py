"""Limits on what one address or one connection may do. Times are in seconds on any clock that does not go back."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from gaprace.errors import Disconnected
from gaprace.settings import ServerSettings

MAX_ADDRESSES = 50_000
"""Addresses that a limiter remembers; beyond, it forgets the one seen longest ago."""
PICTURES_PER_MINUTE = 60
"""Pictures that may be drawn for one address; cached ones do not count."""
EXPORTS_PER_MINUTE = 6
RENAMES_PER_MINUTE = 60
"""Renames from one address: each one is broadcast to every room where the player has a seat."""
ANALYSES_PER_MINUTE = 20
_MINUTE_S = 60.0


class TokenBucket:
    """Allows `rate` events a second, sustained, and `burst` at once."""

    __slots__ = ("_burst", "_rate", "_tokens", "_updated_at")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._updated_at = now

    def take(self, now: float) -> bool:
        """Take a token; return whether there was one."""
        self._tokens = min(self._burst, self._tokens + (now - self._updated_at) * self._rate)
        self._updated_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def wait_s(self) -> float:
        """The seconds from the last `take` until there is a token."""
        return max(0.0, (1 - self._tokens) / self._rate)


class RateLimiter:
    """Allows each address `per_minute` events a minute, sustained, and as many at once: a token bucket an address."""

    def __init__(
        self, per_minute: int, now: Callable[[], float] = monotonic, max_addresses: int = MAX_ADDRESSES
    ) -> None:
        self._per_minute = per_minute
        self._now = now
        self._max_addresses = max_addresses
        self._buckets: OrderedDict[str, tuple[TokenBucket, float]] = OrderedDict()
        """Each with the time when it is full again, the one used longest ago first."""

    def __len__(self) -> int:
        """Return the number of addresses remembered."""
        return len(self._buckets)

    def wait_s(self, address: str) -> float:
        """Count one more event of an address if it is allowed; return the seconds to wait, 0 if it was."""
        now = self._now()
        bucket = self._buckets.pop(address)[0] if address in self._buckets else self._full_bucket(now)
        is_allowed = bucket.take(now)
        self._buckets[address] = (bucket, now + _MINUTE_S)
        self._forget(now)
        return 0.0 if is_allowed else bucket.wait_s

    def _full_bucket(self, now: float) -> TokenBucket:
        return TokenBucket(self._per_minute / _MINUTE_S, self._per_minute, now)

    def _forget(self, now: float) -> None:
        """Drop buckets that are full again, as a new one is, and the oldest ones beyond `max_addresses`."""
        while True:
            address, (_, full_at) = next(iter(self._buckets.items()))
            if full_at > now and len(self._buckets) <= self._max_addresses:
                return
            del self._buckets[address]


class ConnectionLimiter:
    """Allows each address a number of connections at a time."""

    def __init__(self, max_connections: int) -> None:
        self._max_connections = max_connections
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number of addresses that are connected."""
        return len(self._open)

    def acquire(self, address: str) -> bool:
        """Count one more connection if it is allowed; `release` has to follow."""
        if self._open[address] >= self._max_connections:
            return False
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        """Count one connection less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    @contextmanager
    def connection(self, address: str) -> Iterator[None]:
        """Count a connection while the context is open.

        Raises:
            Disconnected: `too_many_connections`.

        """
        if not self.acquire(address):
            raise Disconnected("too_many_connections")
        try:
            yield
        finally:
            self.release(address)


class Limits:
    """The limits of this server for one address."""

    def __init__(self, settings: ServerSettings, now: Callable[[], float] = monotonic) -> None:
        self.requests = RateLimiter(settings.requests_per_minute, now)
        self.rooms = RateLimiter(settings.rooms_per_minute, now)
        self.identities = RateLimiter(settings.identities_per_minute, now)
        self.pictures = RateLimiter(PICTURES_PER_MINUTE, now)
        self.analyses = RateLimiter(ANALYSES_PER_MINUTE, now)
        self.exports = RateLimiter(EXPORTS_PER_MINUTE, now)
        self.renames = RateLimiter(RENAMES_PER_MINUTE, now)
        self.connections = ConnectionLimiter(settings.connections_per_address)
