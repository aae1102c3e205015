"""Totals of players, which are updated in the background, so that a profile need not read thousands of games."""

import logging

from gaprace.play.calendar import DAY_MS
from gaprace.ports import Clock, FiguresStore
from gaprace.rooms.timers import Timers

GIANT_RACE_PEOPLE = 8
"""Minimum number of people in a race for the `giant` achievement."""
FIRST_PASS_MS = 5 * 60 * 1000
PASS_INTERVAL_MS = DAY_MS
"""Interval between the end of a pass through all players and the next one."""
BATCH_SIZE = 200
"""Players in a step."""
STEP_INTERVAL_MS = 1_000
"""Interval between two steps: a million players who have not played much lately take an hour and a half."""
_log = logging.getLogger(__name__)


class FiguresJob:
    """Runs at intervals, a batch at a time. Several servers may run it at once: they only repeat each other."""

    def __init__(self, store: FiguresStore, clock: Clock) -> None:
        self._store, self._timers = store, Timers(clock)
        self._after = ""
        """Where the next step begins. A pass that begins anew passes quickly over what is summed up."""

    def open(self) -> None:
        """Start running."""
        self._timers.every(PASS_INTERVAL_MS, self.run, "summing up figures", first_ms=FIRST_PASS_MS)

    def close(self) -> None:
        """Stop."""
        self._timers.stop()

    async def run(self) -> int | None:
        """Take a step; return when to take the next one if there is more to do, in milliseconds."""
        done = await self._store.sum_up_figures(self._after, BATCH_SIZE, GIANT_RACE_PEOPLE)
        if done.games:
            _log.info("summed up %d games", done.games)
        self._after = done.resume_after or ""
        return None if done.resume_after is None else STEP_INTERVAL_MS
