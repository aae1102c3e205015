from gaprace.bot.client import ServerClock, monotonic_ms


def test_the_sample_with_the_shortest_way_decides() -> None:
    clock, now = ServerClock(), monotonic_ms()
    for round_trip, error in ((100, 30), (4, 0), (50, -20)):
        clock.sample(now - round_trip, 1_000_000 + error - round_trip // 2, now)
    assert abs(clock.now() - 1_000_000 - (monotonic_ms() - now)) <= 2
    clock.restart()
    assert clock.samples == 0
    clock.sample(now - 10, 2_000_000 - 5, now)
    assert clock.now() >= 2_000_000
