"""Connections that are counted over all workers of a machine."""

from pathlib import Path

import pytest

from gaprace.errors import Disconnected
from gaprace.web.http import shared_counts
from gaprace.web.http.limits import ConnectionLimiter
from gaprace.web.http.shared_counts import SharedCounts
from gaprace.web.seats import Seat

WORKERS = 3


@pytest.fixture
def seats(tmp_path: Path) -> list[Seat]:
    shared_counts.create(tmp_path, WORKERS)
    return [Seat(tmp_path, number, WORKERS) for number in range(WORKERS)]


def limiters(seats: list[Seat], per_address: int, total: int) -> list[ConnectionLimiter]:
    return [ConnectionLimiter(per_address, total, SharedCounts(seat)) for seat in seats]


def test_an_address_has_its_connections_wherever_they_are(seats: list[Seat]) -> None:
    one, two, three = limiters(seats, 4, 8)
    assert one.acquire("192.0.2.1")
    assert two.acquire("192.0.2.1")
    assert two.acquire("192.0.2.1")
    assert three.acquire("192.0.2.1")
    assert not any(each.acquire("192.0.2.1") for each in (one, two, three))
    assert one.acquire("192.0.2.2")
    two.release("192.0.2.1")
    assert one.acquire("192.0.2.1")


def test_all_addresses_together_have_theirs(seats: list[Seat]) -> None:
    one, two, three = limiters(seats, 100, 5)
    for number, each in enumerate((one, two, three, three, three)):
        assert each.acquire(f"192.0.2.{number}")
    assert one.is_full
    with pytest.raises(Disconnected, match="server_full"), one.connection("192.0.2.9"):
        pass
    three.release("192.0.2.4")
    assert one.acquire("192.0.2.9")


def test_those_of_a_worker_that_was_killed_are_forgotten(seats: list[Seat]) -> None:
    one, two, _ = limiters(seats, 1, 4)
    assert one.acquire("192.0.2.1")
    assert two.acquire("192.0.2.2")
    SharedCounts(seats[0]).clear()
    assert two.acquire("192.0.2.1")
    assert not two.acquire("192.0.2.2")


def test_nobody_can_choose_whom_to_share_a_place_with(tmp_path: Path) -> None:
    neighbours = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        shared_counts.create(tmp_path / name, 2)
        one, two = (SharedCounts(Seat(tmp_path / name, number, 2)) for number in range(2))
        for number in range(3_000):
            one.add(f"2001:db8:{number:x}::/64", 1)
        assert two.total_elsewhere == 3_000
        neighbours.append({number for number in range(3_000) if two.elsewhere(f"192.0.2.{number}")})
    assert len(neighbours[0] & neighbours[1]) < len(neighbours[0]) / 2  # about 137 places, of which 6 by chance
