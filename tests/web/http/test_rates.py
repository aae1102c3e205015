"""Everybody's work is admitted at a bounded pace, and nobody's waits for a busy address."""

import asyncio
from time import monotonic

import pytest

from gaprace.errors import ServerFull
from gaprace.settings import ServerSettings
from gaprace.web.http import rate_limits
from gaprace.web.http.rate_limits import FairQueue, Limits, Pace
from tests.processes import PATIENCE_S


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
