"""Several bots in one process that play one race of a room, which they open if they are given a server only."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import NamedTuple

from gaprace.bot.client import ActOutcome, RoomClient
from gaprace.bot.planner import Planner
from gaprace.bot.readiness import wait_for_race
from gaprace.bot.room_replica import RoomReplica
from gaprace.bot.room_url import RoomUrl, new_identity, new_room
from gaprace.play.people.names import BOT_NAMES
from gaprace.ports import Engine
from gaprace.rules.actions import action_text
from gaprace.wire import PlayerId, RaceView, Refused, Settings

MIN_DELAY_AFTER_REFUSAL_S = 0.2
"""The least pause after a refusal: a bot and a server that disagree must not flood each other."""


class RaceBot:
    """Plays the next race of a room, from ready to the standings."""

    def __init__(
        self, client: RoomClient, new_planner: Callable[[Settings], Planner], random: Random, pace_s: float
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
        if replica.room:
            await self._play(race.id, self._new_planner(replica.room.settings))
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


MIN_SEATS = 8
"""The least number of seats of a room that the bots open, so that people can join."""
MAX_BOTS = len(BOT_NAMES)


@dataclass(frozen=True, slots=True)
class PartyPlan:
    """The bots of a party, and how they play."""

    url: RoomUrl
    bots: int
    """1 to `MAX_BOTS`."""
    pace_s: float
    """The mean time between two actions of a bot."""
    level: int = 1
    """The strength, 1 to 5, as of bots in rooms."""
    seed: int | None = None
    """Makes names and choices the same again; None draws one."""


class Observer(NamedTuple):
    """The functions that a party calls while it plays."""

    on_room_opened: Callable[[RoomUrl], None]
    on_first_joined: Callable[[RoomReplica], None]
    """Called with the replica of the first bot, which changes from here on."""
    on_bot_failed: Callable[[BaseException], None]
    """Called after the race for each bot that could not play to the end, but for the one whose error is raised."""


async def play(plan: PartyPlan, engine: Engine, observer: Observer) -> RaceView:
    """Play one race, and return it as it ended. All bots leave the room, also when this is cancelled."""
    seed = SystemRandom().getrandbits(32) if plan.seed is None else plan.seed
    names = Random(f"{seed}/names").sample(BOT_NAMES, plan.bots)  # noqa: S311  # bots need no secrets
    url, bots = plan.url, list[RaceBot]()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_leave, bots)
        for name in names:
            token = (await new_identity(url, name, program=True)).token
            if not url.code:
                url = await new_room(url, Settings(seats=max(plan.bots, MIN_SEATS), listed=True), token)
                observer.on_room_opened(url)
            random = Random(f"{seed}/{name}")  # noqa: S311  # as above
            client = RoomClient(url, token)
            client.start()
            bots.append(RaceBot(client, _new_planner(plan.level, engine, random), random, plan.pace_s))
            await client.connected()
        observer.on_first_joined(bots[0].client.replica)
        return await _race(bots, observer)


def _new_planner(level: int, engine: Engine, random: Random) -> Callable[[Settings], Planner]:
    style = random.getrandbits(16)
    return lambda settings: Planner(settings, level, style, engine)


async def _race(bots: Sequence[RaceBot], observer: Observer) -> RaceView:
    """Let all bots play; one that fails does not stop the others."""
    ids = [bot.client.replica.you.id for bot in bots if bot.client.replica.you]
    outcomes = await asyncio.gather(*(bot.race(ids) for bot in bots), return_exceptions=True)
    races = [outcome for outcome in outcomes if isinstance(outcome, RaceView)]
    errors = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    for error in errors if races else errors[1:]:
        observer.on_bot_failed(error)
    if not races:
        raise errors[0]
    return next((race for race in races if race.standings), races[0])


async def _leave(bots: Sequence[RaceBot]) -> None:
    await asyncio.gather(*(bot.client.leave() for bot in bots))
