"""Figures are summed up in the background."""

from gaprace.people.profiles import BATCH_SIZE, STEP_INTERVAL_MS, FigureSums
from gaprace.play.people.achievements import GIANT_RACE_PEOPLE
from gaprace.ports import SummedUp
from tests.rooms.stage import NOON, ManualClock


class Steps:
    """A store with a pass of three steps."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def sum_up_figures(self, after: str, limit: int, giant: int, now: int) -> SummedUp:
        assert (limit, giant, now) == (BATCH_SIZE, GIANT_RACE_PEOPLE, NOON)
        self.asked.append(after)
        return SummedUp(len(self.asked), {"": "bob", "bob": "dee"}.get(after))


async def test_a_pass_goes_through_all_players_and_the_next_one_begins_anew() -> None:
    steps = Steps()
    job = FigureSums(steps, ManualClock())  # type: ignore[arg-type]
    pauses = [await job.step() for _ in range(6)]
    assert steps.asked == ["", "bob", "dee"] * 2
    assert pauses == [STEP_INTERVAL_MS, STEP_INTERVAL_MS, None] * 2
