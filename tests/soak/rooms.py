"""Rooms one after the other: races, rematches, players who leave, others who join, spectators who come and go."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from random import Random

from gaprace.bot.room_url import finished_game
from gaprace.rules.record import verify
from gaprace.wire import Settings, VariantChoice
from tests.end_to_end.party import record_data, stored_transcript
from tests.processes import ServerProcess
from tests.soak.clients import LoadClient, LoadPlayer, Profile, Tally


@dataclass(frozen=True)
class Plan:
    """The size of the load."""

    rooms: int = 20
    players: int = 6
    spectators: int = 8
    actions: tuple[int, int] = (50, 200)
    """Of each player in a race, at least and at most."""
    races: tuple[int, int] = (2, 5)
    """Of a room before all leave it, at least and at most."""
    cut_chance: float = 0.005
    """The probability, for each action, that the connection is cut just before or just after it is sent."""
    max_watch_s: float = 20.0
    """The longest time that a spectator stays."""


class SoakRoom:
    """One room after the other, with new players each."""

    def __init__(self, server: ServerProcess, plan: Plan, profile: Profile, tally: Tally, random: Random) -> None:
        self._server, self._plan, self._profile, self._tally, self._random = server, plan, profile, tally, random
        self._code = ""

    async def live(self) -> None:
        """Open rooms until the soak is over."""
        while not self._profile.is_over.is_set():
            self._tally.rooms += 1
            await self._one_room()

    async def _one_room(self) -> None:
        players = await self._new_players(self._plan.players)
        variant = VariantChoice("addiction", shuffles=9)  # random actions do not win it
        settings = Settings(variant, seats=self._plan.players, limit_minutes=120)
        self._code = (await self._server.room(players[0].identity, settings)).code
        for player in players:
            await player.enter(self._code)
        async with self._with_spectators():
            for number in range(1, self._random.randint(*self._plan.races) + 1):
                await self._race(players)
                if self._profile.is_over.is_set() and number >= self._plan.races[0]:
                    break
                players = await self._replace_some(players)
        for player in players:
            await player.leave()

    async def _new_players(self, count: int) -> list[LoadPlayer]:
        self._tally.joined += count
        people = await self._server.people(count)
        return [LoadPlayer(self._server, person, self._tally, Random(self._random.random())) for person in people]

    async def _replace_some(self, players: Sequence[LoadPlayer]) -> list[LoadPlayer]:
        """Let some players leave, perhaps the host among them, and others join."""
        stay = [player for player in players if self._random.random() < 0.8]
        for player in players:
            if player not in stay:
                await player.leave()
                self._tally.left += 1
        come = await self._new_players(len(players) - len(stay))
        for player in come:
            await player.enter(self._code)
        return [*stay, *come]

    # Races

    async def _race(self, players: Sequence[LoadPlayer]) -> None:
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.race(self._random.randint(*self._plan.actions), self._profile))
        self._tally.races += 1
        for player in players:
            await self._assert_nothing_is_lost(player)

    async def _assert_nothing_is_lost(self, player: LoadPlayer) -> None:
        """Every acknowledged action is stored with its time, and nothing else is; the record of the game holds."""
        mine = player.replica.mine
        game = await finished_game(self._server.url, mine.game)
        assert player.notes.transcript(mine.game) == stored_transcript(game)
        assert verify(record_data(game))["ok"]
        self._tally.games += 1

    # Spectators

    @asynccontextmanager
    async def _with_spectators(self) -> AsyncIterator[None]:
        people = await self._server.people(self._plan.spectators)
        spectators = [LoadClient(self._server, person, self._tally, watch=True) for person in people]
        looking = [asyncio.create_task(self._watch_repeatedly(each)) for each in spectators]
        try:
            yield
        finally:
            for task, spectator in zip(looking, spectators, strict=True):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
                spectator.disconnect()

    async def _watch_repeatedly(self, spectator: LoadClient) -> None:
        while True:
            await spectator.enter(self._code)
            self._tally.visits += 1
            await asyncio.sleep(self._plan.max_watch_s * self._random.random())
            spectator.disconnect()
            await asyncio.sleep(self._random.random())
