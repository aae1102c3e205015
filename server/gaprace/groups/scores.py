"""The scores of members in the closed dailies of their groups."""

from gaprace.play.events.group_scores import DayScores, scoring_days
from gaprace.ports import Background, Store, UnscoredDaily
from gaprace.rooms.timers import NEXT_BATCH_DELAY_MS

BATCH_SIZE = 20
"""Dailies that are looked for at a time, each of at most as many games as a group has members."""


class GroupScores:
    """Stores the scores within groups after a daily has closed, in the background: a season is a sum over rows.

    Each daily of a group is stored separately, by any server, and only if it has not changed since it was read. So the
    work can be resumed at any point, and a change to a game or a member repeats it.
    """

    def __init__(self, store: Store, background: Background) -> None:
        """Compare games in the `background`."""
        self._store, self._background = store, background

    async def step(self) -> int | None:
        """Store the scores of some dailies; return the delay before the next ones in ms, None if none are left."""
        unscored = await self._store.unscored_dailies(BATCH_SIZE)
        for daily in unscored:
            await self._store.save_group_scores(daily, await self._scores(daily))
        return NEXT_BATCH_DELAY_MS if unscored else None

    async def _scores(self, of: UnscoredDaily) -> DayScores:
        games = await self._store.group_games(of.group, of.daily, of.date, of.date)
        scored = await self._background.last(scoring_days({of.date: games}), 2)
        return scored[of.date]
