"""Limited rates: a token bucket, which refuses, and a fair queue, which lets wait.

In the queue, work is admitted at a limited rate, and one busy address does not delay the others. Start-time fair
queueing (Goyal, Vin and Cheng, 1996): the work of an address has a start tag, the instant from which the address's own
rate allows it. Waiting work is admitted in the order of the tags, at the rate of the whole server. So an address at its
own limit waits only for itself, and an address below its limit overtakes those that wait.

Costs are in units whose sum per second the rates bound. Times are in seconds of `monotonic()`.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import ceil
from time import monotonic
from typing import NamedTuple

from gaprace.errors import ServerFull

MAX_ADDRESSES = 50_000
"""Addresses that are remembered; beyond, the one seen longest ago is forgotten."""
MAX_WAITING = 5_000
"""What may wait at once, of all addresses."""
FULL_RETRY_S = 5.0
"""When to come back if more is waiting."""


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
    """Admits the work of one server."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._address_free_at: OrderedDict[str, float] = OrderedDict()
        """When all that each address was admitted for is paid for, the address seen longest ago first."""
        self._free_at = 0.0
        """The same for all addresses together."""
        self._waiting: list[_Waiting] = []
        """A heap."""
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

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
        known[address] = max(free_at, now) + cost / self._pace.per_address
        known.move_to_end(address)
        if len(known) > MAX_ADDRESSES:
            known.popitem(last=False)

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
