"""One bot in one race: it gets ready once all players of its party are in the room, plays, and waits for the end."""

import asyncio
from collections.abc import Callable, Collection
from random import Random

from gaprace.bot.client import ActOutcome, RoomClient
from gaprace.bot.planner import Planner
from gaprace.bot.readiness import wait_for_race
from gaprace.rules.actions import action_text
from gaprace.rules.variants import Variant
from gaprace.wire import PlayerId, RaceView, Refused

MIN_DELAY_AFTER_REFUSAL_S = 0.2
"""So that a bot and a server that disagree do not flood each other."""


class RaceBot:
    """Plays the next race of a room, from ready to the standings."""

    def __init__(
        self, client: RoomClient, new_planner: Callable[[Variant], Planner], random: Random, pace_s: float
    ) -> None:
        """Take the mean time between two actions; the real ones are spread evenly from half of it to 1.5 times."""
        self.client = client
        self._new_planner = new_planner
        self._random, self._pace_s = random, pace_s

    async def race(self, party: Collection[PlayerId] = ()) -> RaceView:
        """Play one race, once all players of the party are in the room, and return it as it ended."""
        replica = self.client.replica
        race = await wait_for_race(self.client, party)
        await self.client.until(lambda replica: replica.started or not _is_running(replica.race, race.id))
        if replica.variant:
            await self._play(race.id, self._new_planner(replica.variant))
        await self.client.until(lambda replica: not _is_running(replica.race, race.id))
        return replica.race if replica.race and replica.race.id == race.id else race

    async def _play(self, race_id: str, planner: Planner) -> None:
        replica = self.client.replica
        while _is_running(replica.race, race_id) and (game := replica.mine) and not game.ended:
            board = replica.boards.get(game.game)
            if board is None:
                await self.client.next_event()
                continue
            outcome = await self.client.act(action_text(await planner.choose(game, board)))
            await asyncio.sleep(self._delay_s(outcome))

    def _delay_s(self, outcome: ActOutcome) -> float:
        delay_s = self._pace_s * (0.5 + self._random.random())
        return max(delay_s, MIN_DELAY_AFTER_REFUSAL_S) if isinstance(outcome, Refused) else delay_s


def _is_running(race: RaceView | None, race_id: str) -> bool:
    return race is not None and race.id == race_id and race.standings is None
