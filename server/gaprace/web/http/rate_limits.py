"""Rate limits per address and per connection. Times are in seconds on any monotonic clock.

A token bucket refuses, and a fair queue lets wait.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import ceil
from time import monotonic
from typing import NamedTuple, TypeVar

from gaprace.errors import Disconnected, ServerFull
from gaprace.play.fair_shares import SHARES, allowed
from gaprace.settings import ServerSettings

MAX_ADDRESSES = 50_000
"""Addresses that are remembered; beyond, one of those seen long ago is forgotten."""
MAX_WAITING = 5_000
"""Requests, or commands, that may wait at once, of all addresses."""
FULL_RETRY_S = 5.0
"""When to come back if more is waiting."""


Value = TypeVar("Value")


def forget(known: OrderedDict[str, Value], is_over: Callable[[Value], bool], most: int) -> None:
    """Drop the first addresses, as long as they are over or more than `most`; look at the next one last.

    So all are looked at in turn, and one that is not over for a day keeps no others.
    """
    while known:
        address, value = next(iter(known.items()))
        if len(known) <= most and not is_over(value):
            known.move_to_end(address)
            return
        del known[address]


class TokenBucket:
    """Allows `rate` events a second, sustained, and `burst` at once."""

    __slots__ = ("_burst", "_rate", "_tokens", "_updated_at")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._updated_at = now

    def take(self, now: float, cost: float = 1) -> bool:
        """Take tokens, but no more than a burst; return whether there were enough."""
        self._tokens = min(self._burst, self._tokens + (now - self._updated_at) * self._rate)
        self._updated_at = now
        cost = min(cost, self._burst)
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def is_full(self, now: float) -> bool:
        """Whether it is as a new one would be."""
        return self._tokens + (now - self._updated_at) * self._rate >= self._burst

    @property
    def tokens(self) -> int:
        """How many events were allowed after the last `take`."""
        return int(self._tokens)

    @property
    def full_in_s(self) -> int:
        """The seconds from the last `take` until all are allowed again."""
        return ceil((self._burst - self._tokens) / self._rate)

    def wait_s(self, cost: float = 1) -> float:
        """Return the seconds from the last `take` until there are enough tokens."""
        return max(0.0, (min(cost, self._burst) - self._tokens) / self._rate)


@dataclass(frozen=True, slots=True)
class Pace:
    """The rates at which work is admitted: per address, and in total."""

    per_address: float
    """Units per second."""
    burst_s: float
    """Seconds' worth of units of an address that are admitted at once."""
    total: float
    """Units per second of all addresses."""
    total_burst_s: float = 0.05
    """Seconds' worth of units of all addresses that are admitted at once."""


class _Waiting(NamedTuple):
    tag: float
    number: int
    """Orders equal tags."""
    cost: float
    admitted: "asyncio.Future[None]"


class FairQueue:
    """Admits the work of one server at a limited rate, and one busy address does not delay the others.

    Start-time fair queueing (Goyal, Vin and Cheng, 1996): the work of an address has a start tag, the instant from
    which the address's own rate allows it. Waiting work is admitted in the order of the tags, at the rate of the whole
    server. So an address at its own limit waits only for itself, and an address below its limit overtakes those that
    wait. Costs are in units whose sum per second the rates bound.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._address_free_at: OrderedDict[str, float] = OrderedDict()
        """When all that each address was admitted for is paid for; those for which it is are soon forgotten."""
        self._free_at = 0.0
        """The same for all addresses together."""
        self._waiting: list[_Waiting] = []
        """A heap."""
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """Return the number of addresses remembered."""
        return len(self._address_free_at)

    def wait_s(self, address: str, now: float) -> float:
        """Return the waiting time of an address due to its own rate."""
        return max(0.0, self._address_free_at.get(address, 0.0) - self._pace.burst_s - now)

    def admits(self, address: str, cost: float, now: float) -> bool:
        """Whether work is admitted at once. If not, `turn` has to be awaited, and nothing is counted yet."""
        known, pace = self._address_free_at, self._pace
        free_at = known.get(address, 0.0)
        is_next = not self._waiting or self._waiting[0].tag > now
        if not is_next or free_at - pace.burst_s > now or self._free_at - pace.total_burst_s > now:
            return False
        self._count(address, free_at, cost, now)
        self._free_at = max(self._free_at, now) + cost / pace.total
        return True

    async def turn(self, address: str, cost: float) -> None:
        """Wait until work is admitted. Raises ServerFull if too much is waiting."""
        now = monotonic()
        if self.admits(address, cost, now):
            return
        if len(self._waiting) >= MAX_WAITING:
            raise ServerFull("The server is overloaded.", FULL_RETRY_S)
        free_at = self._address_free_at.get(address, 0.0)
        admitted = asyncio.get_running_loop().create_future()
        waiting = _Waiting(free_at - self._pace.burst_s, next(self._numbers), cost, admitted)
        self._count(address, free_at, cost, now)
        heappush(self._waiting, waiting)
        self._wake()
        await waiting.admitted

    def _count(self, address: str, free_at: float, cost: float, now: float) -> None:
        known = self._address_free_at
        is_new = address not in known
        known[address] = max(free_at, now) + cost / self._pace.per_address
        if is_new:
            forget(known, lambda free_at: free_at <= now, MAX_ADDRESSES)

    def _wake(self) -> None:
        """Set the timer to the next admission."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            wait_s = max(0.0, self._next_at - monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._admit)

    @property
    def _next_at(self) -> float:
        """The instant at which the first waiting work may be admitted."""
        return max(self._waiting[0].tag, self._free_at - self._pace.total_burst_s)

    def _admit(self) -> None:
        """Admit all work that is due."""
        self._timer = None
        now = monotonic()
        while self._waiting and self._next_at <= now:
            first = heappop(self._waiting)
            if not first.admitted.done():  # its client may be gone
                self._free_at = max(self._free_at, now) + first.cost / self._pace.total
                first.admitted.set_result(None)
        self._wake()


PICTURES_PER_MINUTE = 60
"""Pictures that may be drawn for one address; cached ones do not count."""
EXPORTS_PER_MINUTE = 6
RENAMES_PER_MINUTE = 60
"""Renames from one address: each one is broadcast to every room where the player has a seat."""
ANALYSES_PER_MINUTE = 20
GROUPS_PER_MINUTE = 6
"""New groups, and reports of groups, from one address."""
RECOVERIES_PER_MINUTE = 30
"""Tries of a recovery code: none of 100 bits can be guessed at this rate."""
WEBHOOK_TESTS_PER_MINUTE = 10
"""Each may wait for a slow receiver."""
ROOM_BURST_MINUTES, IDENTITY_BURST_MINUTES = 5, 70
"""Minutes' worth of rooms, and of identities, that an address may create at once: a class, or a hall of 2 000 players,
comes together behind one address.

What they cost is that they stay for a while, an unused room an hour, an unused identity 30 days; so the rate counts."""
REQUEST_BURST_MINUTES = 10
"""Minutes' worth of requests that an address may send at once: somebody who joins sends some six plain ones.

They cost time alone, and the pace below bounds that: a hall waits for itself, and nobody waits for it."""
GAMES_PER_MINUTE, GAMES_OF_IDENTITY_PER_MINUTE, GAME_BURST_MINUTES = 30, 3, 24 * 60
"""Games that are begun from one address, and by one identity, with those of bots; a day's may be begun at once.

Each that is played stays: some 4 kB, so an address can have 170 MB a day."""
SPARE_SHARE = 0.5
"""An address may have its number of connections, regardless of its share, while this part of all is free."""
REQUESTS_PER_SECOND, MAX_REQUESTS_PER_SECOND = 100, 160
"""The pace at which requests of an address, and of all together, are taken while there is a burst of them.

At about 2.5 ms of the processor a plain request, requests take no more than some 40 % of it."""
REQUEST_BURST_S, TOTAL_REQUEST_BURST_S = 0.5, 0.1
COMMAND_BURST_S = 2
MAX_COMMANDS_PER_SECOND = 5_000
"""Commands of all addresses together, by their costs: at about 0.15 ms a move, three quarters of the processor."""
_MINUTE_S = 60.0


class Allowance(NamedTuple):
    """The remaining quota of an address."""

    quota: int
    window_s: int
    """The seconds in which so many are allowed, in the long run."""
    left: int
    full_in_s: int
    """When all are allowed again."""


class RateLimiter:
    """Allows each address `per_minute` events a minute, sustained: a token bucket an address.

    The burst is `burst_minutes`: a class behind one address arrives all at once, whereas an attacker keeps going.
    """

    def __init__(
        self,
        per_minute: int,
        now: Callable[[], float] = monotonic,
        max_addresses: int = MAX_ADDRESSES,
        burst_minutes: int = 1,
    ) -> None:
        self._per_minute = per_minute
        self._burst_minutes = burst_minutes
        self._now = now
        self._max_addresses = max_addresses
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        """By address. A bucket that is full again is soon forgotten."""
        self._last_at = now()

    def __len__(self) -> int:
        """Return the number of addresses remembered."""
        return len(self._buckets)

    def wait_s(self, address: str, cost: float = 1) -> float:
        """Count an event of an address, with the cost of `cost` events; return the seconds to wait, 0 if allowed."""
        now = self._last_at = self._now()
        bucket = self._buckets.pop(address, None) or self._full_bucket(now)
        is_allowed = bucket.take(now, cost)
        self._buckets[address] = bucket
        forget(self._buckets, lambda each: each.is_full(now), self._max_addresses)
        return 0.0 if is_allowed else bucket.wait_s(cost)

    @property
    def idle_s(self) -> float:
        """How long nobody has come."""
        return self._now() - self._last_at

    def left(self, address: str) -> "Allowance":
        """Return the remaining quota of an address."""
        bucket = self._buckets.get(address) or self._full_bucket(self._now())
        quota, window_s = self._per_minute * self._burst_minutes, int(_MINUTE_S) * self._burst_minutes
        return Allowance(quota, window_s, bucket.tokens, bucket.full_in_s)

    def _full_bucket(self, now: float) -> TokenBucket:
        return TokenBucket(self._per_minute / _MINUTE_S, self._per_minute * self._burst_minutes, now)


class ConnectionLimiter:
    """Limits concurrent connections per address, to its share of what is free (`play.fair_shares`), and in total."""

    def __init__(self, max_connections: int, max_total: int) -> None:
        self._max_connections, self._max_total = max_connections, max_total
        self._open: Counter[str] = Counter()
        self._total = 0

    @property
    def total(self) -> int:
        """The number of connections."""
        return self._total

    def __len__(self) -> int:
        """Return the number of addresses that are connected."""
        return len(self._open)

    @property
    def is_full(self) -> bool:
        """Whether the total limit of connections is reached."""
        return self._total >= self._max_total

    def acquire(self, address: str) -> bool:
        """Count one more connection if it is allowed; `release` has to follow."""
        if self.is_full or self._open.get(address, 0) >= self._allowed:
            return False
        self._total += 1
        self._open[address] += 1
        return True

    @property
    def _allowed(self) -> int:
        """The current limit of connections per address."""
        part, free = SHARES["sockets"], self._max_total - self._total
        if self._total < self._max_total * SPARE_SHARE:
            return max(self._max_connections, allowed(part.address, free))
        return min(self._max_connections, allowed(part.address, free, part.least))

    def release(self, address: str) -> None:
        """Count one connection less."""
        self._total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    @contextmanager
    def connection(self, address: str) -> Iterator[None]:
        """Count a connection while the context is open. Raises `too_many_connections`, `server_full`."""
        if not self.acquire(address):
            raise Disconnected("server_full" if self.is_full else "too_many_connections")
        try:
            yield
        finally:
            self.release(address)


class Limits:
    """The rate limits of this server, per address and in total."""

    def __init__(
        self,
        settings: ServerSettings,
        now: Callable[[], float] = monotonic,
        request_burst_minutes: int = REQUEST_BURST_MINUTES,
    ) -> None:
        self.requests = RateLimiter(settings.requests_per_minute, now, burst_minutes=request_burst_minutes)
        """Requests by their costs, of which one is about that of a plain request."""
        self.request_queue = FairQueue(_request_pace(settings.requests_per_minute / _MINUTE_S))
        """The pace at which they are taken."""
        per_address = settings.commands_per_address
        command_pace = Pace(per_address, COMMAND_BURST_S, max(MAX_COMMANDS_PER_SECOND, per_address))
        self.commands = FairQueue(command_pace)
        """Commands by their costs, of which one is about that of a move."""
        self.rooms = RateLimiter(settings.rooms_per_minute, now, burst_minutes=ROOM_BURST_MINUTES)
        self.identities = RateLimiter(settings.identities_per_minute, now, burst_minutes=IDENTITY_BURST_MINUTES)
        self.recoveries = RateLimiter(RECOVERIES_PER_MINUTE, now)
        self.pictures = RateLimiter(PICTURES_PER_MINUTE, now)
        self.analyses = RateLimiter(ANALYSES_PER_MINUTE, now)
        self.exports = RateLimiter(EXPORTS_PER_MINUTE, now)
        self.renames = RateLimiter(RENAMES_PER_MINUTE, now)
        self.groups = RateLimiter(GROUPS_PER_MINUTE, now, burst_minutes=ROOM_BURST_MINUTES)
        self.webhook_tests = RateLimiter(WEBHOOK_TESTS_PER_MINUTE, now)
        self.games = RateLimiter(GAMES_PER_MINUTE, now, burst_minutes=GAME_BURST_MINUTES)
        self.games_of_identity = RateLimiter(GAMES_OF_IDENTITY_PER_MINUTE, now, burst_minutes=GAME_BURST_MINUTES)
        self.connections = ConnectionLimiter(settings.connections_per_address, settings.max_connections)
        """WebSockets by their addresses."""
        of_identity = max(settings.connections_per_address, int(SHARES["sockets"].identity * settings.max_connections))
        self.sockets_of_identity = ConnectionLimiter(of_identity, settings.max_connections)
        """WebSockets by their players."""


def _request_pace(allowed: float) -> Pace:
    """Return the pace of requests, given how many per second each address may send in the long run."""
    per_address = max(REQUESTS_PER_SECOND, allowed)
    total = max(MAX_REQUESTS_PER_SECOND, per_address)
    return Pace(per_address, REQUEST_BURST_S, total, TOTAL_REQUEST_BURST_S)
