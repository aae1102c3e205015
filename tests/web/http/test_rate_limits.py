"""What is refused with a limit, and what waits for its turn: nobody waits for a busy address."""

import asyncio
from time import monotonic

import pytest

from gaprace.errors import Disconnected, ServerFull
from gaprace.settings import ServerSettings
from gaprace.web.http import rate_limits
from gaprace.web.http.rate_limits import ConnectionLimiter, FairQueue, Limits, Pace, RateLimiter, TokenBucket
from gaprace.wire import bye
from tests.processes import PATIENCE_S


def test_a_bucket_allows_its_burst_and_then_its_rate() -> None:
    bucket = TokenBucket(rate=20, burst=40, now=100.0)
    assert [bucket.take(100.0) for _ in range(41)] == [True] * 40 + [False]
    assert not bucket.take(100.04)
    assert bucket.take(100.06)
    assert sum(bucket.take(101.06) for _ in range(100)) == 20
    assert sum(bucket.take(1_000_000.0) for _ in range(100)) == 40, "it holds no more than its burst"


def test_an_empty_bucket_says_when_it_has_a_token_again() -> None:
    bucket = TokenBucket(rate=0.5, burst=1, now=0.0)
    assert (bucket.take(0.0), bucket.wait_s()) == (True, 2.0)
    assert (bucket.take(0.5), bucket.wait_s()) == (False, 1.5)
    assert (bucket.take(2.0), bucket.take(4.0)) == (True, True)


class Limiter(RateLimiter):
    """A limiter with a clock to set."""

    def __init__(self, per_minute: int, max_addresses: int = 50_000) -> None:
        self.time = 0.0
        super().__init__(per_minute, lambda: self.time, max_addresses)

    def wait_at(self, address: str, time: float) -> float:
        self.time = time
        return self.wait_s(address)


def test_a_limiter_allows_each_address_its_number_at_once_and_then_its_rate() -> None:
    limiter = Limiter(3)
    assert [limiter.wait_at("a", 0.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert limiter.wait_at("a", 10.0) == 10.0
    assert limiter.wait_at("b", 10.0) == 0.0
    assert limiter.wait_at("a", 20.0) == 0.0
    assert limiter.wait_at("a", 25.0) == 15.0


def test_a_dear_event_counts_several_times_but_never_more_than_a_burst() -> None:
    limiter = Limiter(6)
    limiter.time = 0.0
    assert limiter.wait_s("a", 4) == 0.0
    assert limiter.wait_s("a", 4) == pytest.approx(20.0)  # two of four are left, and each takes ten seconds
    assert limiter.wait_s("a", 2) == 0.0
    assert limiter.wait_s("b", 1_000) == 0.0


def test_over_any_hour_a_limiter_allows_its_rate_and_one_burst_whatever_it_refuses() -> None:
    limiter = Limiter(10)
    allowed = sum(limiter.wait_at("a", now / 10) == 0 for now in range(36_000))
    assert allowed == 10 * 60 + 10 - 1


def test_a_limiter_forgets_an_address_when_all_is_allowed_to_it_again() -> None:
    limiter = Limiter(3)
    for number in range(1_000):
        limiter.wait_at(str(number), 0.0)
    limiter.wait_at("late", 20.0)
    assert len(limiter) == 1


def test_an_address_that_has_used_up_a_day_keeps_no_others_remembered() -> None:
    now = 0.0
    limiter = RateLimiter(1, lambda: now, burst_minutes=24 * 60)
    limiter.wait_s("greedy", 24 * 60)
    for number in range(1_000):
        now = 60.0 * (number + 1)
        limiter.wait_s(str(number))
    assert len(limiter) <= 3
    assert limiter.left("greedy").left == 0


def test_a_limiter_remembers_a_bounded_number_of_addresses() -> None:
    limiter = Limiter(1, max_addresses=10)
    for number in range(1_000):
        limiter.wait_at(str(number), 0.0)
    assert len(limiter) == 10
    assert limiter.wait_at("999", 1.0) > 0


def test_an_address_may_have_more_connections_up_to_a_share_while_many_are_free() -> None:
    connections = ConnectionLimiter(2, 40)
    assert [connections.acquire("hall") for _ in range(11)] == [True] * 10 + [False]
    assert all(connections.acquire(f"home {number}") for number in range(10))
    assert [connections.acquire("late hall") for _ in range(3)] == [True, True, False]
    connections.release("hall")
    connections.release("hall")
    connections.release("hall")
    assert connections.acquire("late hall"), "half of all are free again"
    while connections.acquire("late hall"):
        pass
    assert not connections.is_full, "nobody takes the connections of the others"


def test_all_addresses_together_may_have_a_number_of_connections_and_the_others_are_told_to_come_back() -> None:
    connections = ConnectionLimiter(2, 3)
    with connections.connection("a"), connections.connection("a"), connections.connection("b"):
        with pytest.raises(Disconnected) as caught, connections.connection("c"):
            raise AssertionError
        said = bye(caught.value.code)
        assert (said.code, said.retry, said.retry_after_s) == ("server_full", True, 10)
    with connections.connection("c"):
        assert not connections.is_full
    assert len(connections) == 0, "nothing is remembered of closed connections"


def test_a_limiter_knows_how_long_nobody_has_come() -> None:
    now = [10.0]
    limiter = RateLimiter(60, lambda: now[0])
    now[0] = 25.0
    assert limiter.idle_s == 15
    limiter.wait_s("a")
    now[0] = 27.0
    assert limiter.idle_s == 2


def test_an_address_has_its_burst_and_then_its_rate() -> None:
    queue = FairQueue(Pace(per_address=10, burst_s=1, total=1_000_000))
    assert sum(queue.admits("a", 1, 100.0) for _ in range(30)) == 11  # one more: the last may be paid for later
    assert queue.wait_s("a", 100.0) == pytest.approx(0.1)
    assert queue.admits("b", 1, 100.0)
    assert sum(queue.admits("a", 1, 101.05) for _ in range(30)) == 10


def test_dear_work_is_paid_for_before_the_next() -> None:
    queue = FairQueue(Pace(per_address=10, burst_s=0, total=1_000_000))
    assert queue.admits("a", 20, 100.0)
    assert not queue.admits("a", 1, 101.9)
    assert queue.admits("a", 1, 102.1)


def test_all_addresses_together_have_a_rate() -> None:
    queue = FairQueue(Pace(per_address=10, burst_s=1, total=20, total_burst_s=0.5))
    assert sum(queue.admits(str(address), 1, 100.0) for address in range(50)) == 11


async def test_a_busy_address_waits_for_itself_alone() -> None:
    queue = FairQueue(Pace(per_address=5, burst_s=0, total=1_000_000))
    busy = [asyncio.create_task(queue.turn("busy", 1)) for _ in range(50)]
    await asyncio.sleep(0)
    assert all(queue.admits(f"other {number}", 1, monotonic()) for number in range(10))
    for task in busy:
        task.cancel()


async def test_when_the_server_is_busy_who_asks_for_little_goes_first() -> None:
    queue = FairQueue(Pace(per_address=100, burst_s=0, total=200, total_burst_s=0))
    order: list[str] = []

    async def work(address: str) -> None:
        await queue.turn(address, 1)
        order.append(address)

    tasks = [asyncio.create_task(work("busy")) for _ in range(10)]
    await asyncio.sleep(0)
    tasks += [asyncio.create_task(work("modest"))]
    await asyncio.gather(*tasks)
    assert order.index("modest") <= 2
    assert order.count("busy") == 10


async def test_who_has_gone_takes_no_turn() -> None:
    queue = FairQueue(Pace(per_address=50, burst_s=0, total=50, total_burst_s=0))
    await queue.turn("a", 100)  # two seconds of all that is taken: the next has to wait
    gone = asyncio.create_task(queue.turn("b", 1_000_000))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait_for(queue.turn("c", 1), PATIENCE_S)


async def test_more_than_can_be_done_soon_is_refused_with_a_time_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_WAITING", 2)
    queue = FairQueue(Pace(per_address=1, burst_s=0, total=1_000))
    tasks = [asyncio.create_task(queue.turn("a", 1)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(ServerFull, match="Try again in 5 s"):
        await queue.turn("a", 1)
    for task in tasks:
        task.cancel()


def test_a_hall_behind_one_address_comes_in_at_once() -> None:
    settings, guests = ServerSettings(), 240
    limits = Limits(settings, now=lambda: 0.0)
    assert settings.connections_per_address < guests
    for _ in range(guests):
        assert limits.identities.wait_s("hall") == 0
        assert limits.connections.acquire("hall")
        assert all(limits.requests.wait_s("hall") == 0 for _ in ("the page", "who one is", "an identity"))
    assert all(limits.rooms.wait_s("hall") == 0 for _ in range(5))


def test_a_bounded_number_of_addresses_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_ADDRESSES", 2)
    queue = FairQueue(Pace(per_address=1, burst_s=0, total=1_000_000))
    assert all(queue.admits(address, 1, 100.0) for address in "abc")
    assert not queue.admits("c", 1, 100.0)
    assert sum(queue.admits(address, 1, 100.0) for address in "ab") == 1, "one of them was forgotten"
    assert len(queue) == 2


def test_an_address_is_forgotten_when_its_work_is_paid_for_whoever_still_waits() -> None:
    queue = FairQueue(Pace(per_address=1, burst_s=0, total=1_000_000))
    assert queue.admits("busy", 1_000, 0.0)
    assert all(queue.admits(str(number), 1, 1.0 + number) for number in range(500))
    assert len(queue) <= 3
    assert queue.wait_s("busy", 500.0) == 500
