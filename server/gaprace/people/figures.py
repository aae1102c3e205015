"""Totals of players, which are updated in the background, so that a profile need not read thousands of games."""

import logging

from gaprace.ports import FiguresStore

GIANT_RACE_PEOPLE = 8
"""Minimum number of people in a race for the `giant` achievement."""
BATCH_SIZE = 200
"""Players in a step."""
STEP_INTERVAL_MS = 1_000
"""Interval between two steps: a million players who have not played much lately take an hour and a half."""
_log = logging.getLogger(__name__)


class FigureSums:
    """Passes through all players, a batch at a time. Several servers only repeat each other."""

    def __init__(self, store: FiguresStore) -> None:
        self._store = store
        self._after = ""
        """The cursor of the next step. A new pass skips players who are summed up already."""

    async def step(self) -> int | None:
        """Sum up some players; return the delay before the next ones in ms, None at the end of a pass."""
        done = await self._store.sum_up_figures(self._after, BATCH_SIZE, GIANT_RACE_PEOPLE)
        if done.games:
            _log.info("summed up %d games", done.games)
        self._after = done.resume_after or ""
        return None if done.resume_after is None else STEP_INTERVAL_MS
