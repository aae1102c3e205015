"""The life of rooms: races, rematches, people who leave, others who join, spectators who look in; and then the next."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from random import Random

from gaprace.bot.room_url import finished_game
from gaprace.rules.record import verify
from gaprace.wire import Settings, VariantChoice
from tests.processes import ServerProcess
from tests.race.party import record_data, stored_transcript
from tests.soak.crowd import Pace, Racer, Tally, Visitor


@dataclass(frozen=True)
class Plan:
    """How much is going on."""

    rooms: int = 20
    players: int = 6
    spectators: int = 8
    actions: tuple[int, int] = (50, 200)
    """How many each makes in a race, at least and at most."""
    races: tuple[int, int] = (2, 5)
    """How many a room has before all leave it."""
    cut_chance: float = 0.005
    """How likely it is, with each action, that the connection is cut: right before it is sent, or right after."""
    look_s: float = 20.0
    """How long a spectator stays at most."""


class SoakRoom:
    """One room after the other."""

    def __init__(self, server: ServerProcess, plan: Plan, pace: Pace, tally: Tally, random: Random) -> None:
        self._server, self._plan, self._pace, self._tally, self._random = server, plan, pace, tally, random
        self._code = ""

    async def live(self) -> None:
        """Go on until it is over."""
        while not self._pace.is_over.is_set():
            self._tally.rooms += 1
            await self._one_room()

    async def _one_room(self) -> None:
        players = await self._strangers(self._plan.players)
        variant = VariantChoice("addiction", shuffles=9)  # nobody wins it by chance
        settings = Settings(variant, seats=self._plan.players, limit_minutes=120)
        self._code = (await self._server.room(players[0].identity, settings)).code
        for player in players:
            await player.enter(self._code)
        async with self._watched():
            for number in range(1, self._random.randint(*self._plan.races) + 1):
                await self._race(players)
                if self._pace.is_over.is_set() and number >= self._plan.races[0]:
                    break
                players = await self._some_replaced(players)
        for player in players:
            await player.leave()

    async def _strangers(self, count: int) -> list[Racer]:
        self._tally.joined += count
        people = await self._server.people(count)
        return [Racer(self._server, person, self._tally, Random(self._random.random())) for person in people]

    async def _some_replaced(self, players: Sequence[Racer]) -> list[Racer]:
        """Let a few leave, among them perhaps the host, and others come."""
        stay = [player for player in players if self._random.random() < 0.8]
        for player in players:
            if player not in stay:
                await player.leave()
                self._tally.left += 1
        come = await self._strangers(len(players) - len(stay))
        for player in come:
            await player.enter(self._code)
        return [*stay, *come]

    # Races

    async def _race(self, players: Sequence[Racer]) -> None:
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.race(self._random.randint(*self._plan.actions), self._pace))
        self._tally.races += 1
        for player in players:
            await self._nothing_is_lost(player)

    async def _nothing_is_lost(self, player: Racer) -> None:
        """What was told to be stored is stored, with its time, and nothing else is; and the record proves the game."""
        mine = player.replica.mine
        assert mine
        game = await finished_game(self._server.url, mine.game)
        assert player.notes.transcript(mine.game) == stored_transcript(game)
        assert verify(record_data(game))["ok"]
        self._tally.games += 1

    # Spectators

    @asynccontextmanager
    async def _watched(self) -> AsyncIterator[None]:
        people = await self._server.people(self._plan.spectators)
        spectators = [Visitor(self._server, person, self._tally, watch=True) for person in people]
        looking = [asyncio.create_task(self._look_in_again_and_again(each)) for each in spectators]
        try:
            yield
        finally:
            for task, spectator in zip(looking, spectators, strict=True):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
                spectator.go()

    async def _look_in_again_and_again(self, spectator: Visitor) -> None:
        while True:
            await spectator.enter(self._code)
            self._tally.watched += 1
            await asyncio.sleep(self._plan.look_s * self._random.random())
            spectator.go()
            await asyncio.sleep(self._random.random())
