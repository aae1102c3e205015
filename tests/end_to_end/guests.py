"""Players whose every message is kept, for tests that look at single answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeVar

from gaprace.bot.client import RoomClient
from gaprace.bot.room_url import RoomUrl
from gaprace.errors import BotError
from gaprace.play.live.settings import replace_settings
from gaprace.rules.actions import action_text
from gaprace.wire import Command, Event, RaceView, Ready, Refused, Settings
from gaprace.wire.http import Identity
from tests.end_to_end.party import EAGER, sees_the_truth
from tests.processes import PATIENCE_S, ServerProcess

Kind = TypeVar("Kind", bound=Event)


class Guest:
    """A player, or a spectator, and all that it heard."""

    def __init__(self, door: RoomUrl, identity: Identity, *, watch: bool = False) -> None:
        self.identity, self.door, self.watch = identity, door, watch
        self.events: list[Event] = []
        self.player = RoomClient(door, identity.token, watch=watch, on_event=self.events.append, timeouts=EAGER)

    @property
    def id(self) -> str:
        return self.identity.id

    @property
    def race(self) -> RaceView:
        race = self.player.replica.race
        assert race
        return race

    def heard(self, kind: type[Kind], since: int = 0) -> list[Kind]:
        return [event for event in self.events[since:] if isinstance(event, kind)]

    async def hear(self, kind: type[Kind], since: int = 0) -> Kind:
        """The first event of a kind after the first `since` ones."""
        await asyncio.wait_for(self.player.until(lambda _: self.heard(kind, since)), PATIENCE_S)
        return self.heard(kind, since)[0]

    async def ask(self, command: Command, kind: type[Kind]) -> Kind:
        """Say something, and give the next event of a kind."""
        since = len(self.events)
        assert self.player.send(command)
        return await self.hear(kind, since)

    async def refusal(self, command: Command) -> str:
        """Say something that is refused; the code."""
        refused = await self.ask(command, Refused)
        assert refused.message.endswith(".")
        return refused.code

    async def closed(self) -> str:
        """Wait to be sent away for good; the code."""
        try:
            await asyncio.wait_for(self.player.until(lambda _: False), PATIENCE_S)
        except BotError as error:
            return error.code
        raise AssertionError("it was not sent away")

    async def act(self, action: str) -> Event:
        return await asyncio.wait_for(self.player.act(action), PATIENCE_S)


@asynccontextmanager
async def guests(
    server: ServerProcess, settings: Settings, players: int = 2, watchers: int = 0
) -> AsyncIterator[list[Guest]]:
    """A room with players, the first of whom hosts, and watchers. At the end whoever stayed sees the truth.

    Where somebody watches, hints are allowed: such a race is not ranked, so that it is watched without a delay.
    """
    people = await server.people(players + watchers)
    door = await server.room(people[0], replace_settings(settings, hints=True) if watchers else settings)
    async with AsyncExitStack() as stack:
        there = []
        for number, person in enumerate(people):
            guest = Guest(door, person, watch=number >= players)
            await stack.enter_async_context(guest.player)
            there.append(guest)
        yield there
        for guest in there:
            if guest.player.is_connected:
                await sees_the_truth(guest.player, door, guest.identity, watch=guest.watch)


async def start(players: list[Guest]) -> RaceView:
    """All say ready, and wait for the layout."""
    for guest in players:
        guest.player.send(Ready())
    for guest in players:
        await asyncio.wait_for(guest.player.until(lambda replica: replica.is_racing and replica.started), PATIENCE_S)
    return players[0].race


def first_moves(guest: Guest) -> list[str]:
    mine = guest.player.replica.mine
    return [action_text(move) for move in guest.player.replica.boards[mine.game].legal_moves()]


async def until_over(everybody: list[Guest]) -> RaceView:
    for guest in everybody:
        await asyncio.wait_for(guest.player.until(lambda replica: replica.race and not replica.is_racing), PATIENCE_S)
    return everybody[0].race
