"""How much one connection or one address may do. Pure: times are passed in, in seconds on any clock."""

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager

from gaprace.errors import Disconnected
from gaprace.settings import ServerSettings

MINUTE_S = 60.0
PICTURES_PER_MINUTE = 60
"""How many pictures may be drawn for one address; those that are kept don't count."""
EXPORTS_PER_MINUTE = 6
RENAMES_PER_MINUTE = 60
"""How often people at one address may change their names: each change is told in every room where one sits."""
ANALYSES_PER_MINUTE = 20
"""How many analyses may be ordered from one address."""
MAX_ADDRESSES = 50_000
"""How many addresses a window remembers; beyond, the one that was seen longest ago is forgotten."""


class TokenBucket:
    """Allows `rate` a second, sustained, and `burst` at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Window:
    """Allows each address `most` in any minute."""

    def __init__(self, most: int, most_addresses: int = MAX_ADDRESSES) -> None:
        self._most = most
        self._most_addresses = most_addresses
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def __len__(self) -> int:
        """Return how many addresses are remembered."""
        return len(self._times)

    def wait_s(self, address: str, now: float) -> float:
        """Count one more for an address, if it may; else give how many seconds it has to wait."""
        self._forget(now)
        times = self._times.setdefault(address, deque())
        while times and times[0] <= now - MINUTE_S:
            times.popleft()
        if len(times) >= self._most:
            return times[0] + MINUTE_S - now
        times.append(now)
        self._times.move_to_end(address)
        return 0.0

    def _forget(self, now: float) -> None:
        """Let go of addresses whose last time is over a minute ago, and of the oldest when there are too many."""
        while self._times:
            times = next(iter(self._times.values()))
            if len(self._times) < self._most_addresses and times and times[-1] > now - MINUTE_S:
                break
            self._times.popitem(last=False)


class Pace:
    """Allows each address `most` a minute, sustained, and as many at once. It costs little, however many that is."""

    def __init__(self, most: int, most_addresses: int = MAX_ADDRESSES) -> None:
        self._most = most
        self._most_addresses = most_addresses
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        """Return how many addresses are remembered."""
        return len(self._buckets)

    def wait_s(self, address: str, now: float) -> float:
        """Count one more for an address, if it may; else give how many seconds it has to wait."""
        rate = self._most / MINUTE_S
        bucket = self._buckets.pop(address, None) or TokenBucket(rate, self._most, now)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most_addresses:
            self._buckets.popitem(last=False)
        return 0.0 if bucket.take(now) else 1 / rate


class Connections:
    """Allows each address so many connections at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return how many addresses are connected."""
        return len(self._open)

    def take(self, address: str) -> bool:
        """Count one more, if there may be one more; `give_back` has to follow."""
        if self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """Count one less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Count a connection as long as it lasts.

        Raises:
            Disconnected: `too_many_connections`.

        """
        if not self.take(address):
            raise Disconnected("too_many_connections")
        try:
            yield
        finally:
            self.give_back(address)


class Limits:
    """What one address may do on this server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.requests = Pace(settings.requests_per_minute)
        self.rooms = Window(settings.rooms_per_minute)
        self.identities = Window(settings.identities_per_minute)
        self.pictures = Window(PICTURES_PER_MINUTE)
        self.analyses = Window(ANALYSES_PER_MINUTE)
        self.exports = Window(EXPORTS_PER_MINUTE)
        self.renames = Window(RENAMES_PER_MINUTE)
        self.connections = Connections(settings.connections_per_address)
