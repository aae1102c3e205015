"""The race machine alone, through hostile histories: lost, doubled, late and reordered news, and two writers."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.play.race_world import World

STEPS = [
    *["act"] * 14,
    *["bad act"] * 2,
    *["resend"] * 2,
    "resign",
    "quit",
    *["hint"] * 2,
    *["write"] * 8,
    *["report"] * 8,
    "write and lose the answer",
    *["work"] * 6,
    *["read arrives"] * 5,
    *["hear"] * 6,
    *["hear out of order"] * 2,
    *["hear twice"] * 2,
    *["lose"] * 2,
    "compare",
    "enter",
    "go",
    *["restart"] * 2,
    *["wait"] * 3,
    "wait for the limit",
]


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(
    steps=st.lists(st.sampled_from(STEPS), min_size=10, max_size=80),
    processes=st.integers(1, 3),
    boards_open=st.booleans(),
    delay_ms=st.sampled_from([0, 0, 1_500]),
    ticks=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_whatever_happens_nobody_sees_what_is_not_stored_and_everyone_comes_to_the_truth(
    steps: list[str], processes: int, boards_open: bool, delay_ms: int, ticks: bool, seed: int
) -> None:
    world = World(Random(seed), processes, boards_open=boards_open, delay_ms=delay_ms, ticks=ticks)
    early = Random(seed).randrange(3)
    for step in [*steps[:early], "wait for the start", *steps[early:]]:
        world.take(step)
        world.check()
    world.settle()
    world.check_end()
