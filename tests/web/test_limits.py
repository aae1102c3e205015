import pytest

from gaprace.errors import Disconnected
from gaprace.web.http.limits import Connections, TokenBucket, Window


def test_a_bucket_allows_its_burst_and_then_its_rate() -> None:
    bucket = TokenBucket(rate=20, burst=40, now=100.0)
    assert [bucket.take(100.0) for _ in range(41)] == [True] * 40 + [False]
    assert not bucket.take(100.04)
    assert bucket.take(100.06)
    assert sum(bucket.take(101.06) for _ in range(100)) == 20


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = TokenBucket(rate=20, burst=40, now=0.0)
    assert sum(bucket.take(1_000_000.0) for _ in range(100)) == 40


def test_a_window_allows_so_many_in_any_minute() -> None:
    window = Window(3)
    assert [window.wait_s("a", now) for now in (0.0, 10.0, 20.0)] == [0.0, 0.0, 0.0]
    assert window.wait_s("a", 30.0) == 30.0
    assert window.wait_s("b", 30.0) == 0.0
    assert window.wait_s("a", 60.0) == 0.0
    assert window.wait_s("a", 61.0) == 9.0


def test_what_is_refused_does_not_count() -> None:
    window = Window(1)
    window.wait_s("a", 0.0)
    for now in range(1, 60):
        assert window.wait_s("a", float(now)) > 0
    assert window.wait_s("a", 60.0) == 0.0


def test_a_window_forgets_addresses_after_a_minute() -> None:
    window = Window(3)
    for number in range(1_000):
        window.wait_s(str(number), 0.0)
    window.wait_s("late", 61.0)
    assert len(window) == 1


def test_a_window_remembers_a_bounded_number_of_addresses() -> None:
    window = Window(1, most_addresses=10)
    for number in range(1_000):
        window.wait_s(str(number), 0.0)
    assert len(window) == 10
    assert window.wait_s("999", 1.0) > 0


def test_an_address_may_have_so_many_connections() -> None:
    connections = Connections(2)
    with connections.one("a"), connections.one("a"), connections.one("b"):
        with pytest.raises(Disconnected) as caught, connections.one("a"):
            raise AssertionError
        assert caught.value.code == "too_many_connections"
    with connections.one("a"), connections.one("a"):
        assert len(connections) == 1


def test_nothing_is_remembered_of_closed_connections() -> None:
    connections = Connections(2)
    for number in range(100):
        with connections.one(str(number)):
            pass
    assert len(connections) == 0
