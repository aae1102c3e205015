"""Several bots in one process that play one race of a room, which they open if they are given a server only."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import NamedTuple

from gaprace.bot.client import RoomClient
from gaprace.bot.planner import Planner
from gaprace.bot.race_bot import RaceBot
from gaprace.bot.room_replica import RoomReplica
from gaprace.bot.room_url import RoomUrl, new_identity, new_room
from gaprace.play.people.names import BOT_NAMES
from gaprace.ports import Engine
from gaprace.rules.variants import Variant
from gaprace.wire import RaceView, Settings

MIN_SEATS = 8
"""Of a room that the bots open, so that people can join."""
MAX_BOTS = len(BOT_NAMES)


@dataclass(frozen=True, slots=True)
class PartyPlan:
    """Who plays, and how."""

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
    """What a party reports while it plays."""

    on_room_opened: Callable[[RoomUrl], None]
    on_first_joined: Callable[[RoomReplica], None]
    """Called with what the first bot sees, which changes from here on."""
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


def _new_planner(level: int, engine: Engine, random: Random) -> Callable[[Variant], Planner]:
    style = random.getrandbits(16)
    return lambda variant: Planner(variant, level, style, engine)


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
