"""Figures are summed up in the background."""

from gaprace.ports import SummedUp
from gaprace.services.figures import BATCH_SIZE, FIRST_PASS_MS, GIANT_RACE_PEOPLE, PASS_INTERVAL_MS, FiguresJob
from tests.rooms.stage import ManualClock


class Steps:
    """A store with a pass of three steps."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def sum_up_figures(self, after: str, limit: int, giant: int) -> SummedUp:
        assert (limit, giant) == (BATCH_SIZE, GIANT_RACE_PEOPLE)
        self.asked.append(after)
        return SummedUp(len(self.asked), {"": "bob", "bob": "dee"}.get(after))


async def test_a_pass_goes_through_all_players_and_begins_anew_a_day_later() -> None:
    clock, steps = ManualClock(), Steps()
    job = FiguresJob(steps, clock)  # type: ignore[arg-type]
    job.open()
    await clock.advance(FIRST_PASS_MS - 1)
    assert steps.asked == []
    await clock.advance(10_000)
    assert steps.asked == ["", "bob", "dee"]
    await clock.advance(PASS_INTERVAL_MS)
    assert steps.asked == ["", "bob", "dee"] * 2
    job.close()
