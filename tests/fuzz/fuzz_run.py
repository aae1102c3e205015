"""A server under siege: attackers storm its rooms, and in one of them people go on racing and watching.

Afterwards everything has to hold that holds in peace: nothing was logged, every race ended and every game of it passes
verification, who watched saw legal boards only, no request failed by the server's fault, and memory did not grow.
"""

import asyncio
import re
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles
from time import perf_counter

import msgspec

from gaprace.bot.client import RoomClient
from gaprace.bot.room_url import RoomUrl
from gaprace.errors import BotError
from gaprace.rules.actions import ControlAction, action_text
from gaprace.wire import Acted, RaceView, Ready, SetSettings, Settings, Start, VariantChoice
from gaprace.wire.http import Identity
from tests.browser.guest import EASY_DEAL, EASY_WIN
from tests.fuzz.attacker import UNLIMITED, Attacker, Tally
from tests.processes import ServerProcess
from tests.race.party import EAGER, Notes, finished_games

ATTACKERS, IDENTITIES = 16, 8
"""Two attackers have one identity each: what one does, the other's connection hears of."""
VISITS = 200
"""After so many an attackers' room is left for a new one: most have been sent away from it by then."""
WARM_UP = 0.2
"""The part of all messages after which memory has found its size."""
OVER_S = 180.0
PACE_S = 0.05
RACE = Settings(VariantChoice("mini"), seats=50, limit_minutes=1, code=EASY_DEAL)
SHARED = (Settings(VariantChoice("mini"), seats=50, hints=True), Settings(seats=8, boards_open=True))
"""What attackers' rooms are at first, where they meet."""
ALONE = (Settings(seats=1, limit_minutes=None), Settings(VariantChoice("gaps"), seats=1, hints=True))
"""And where each is alone with its other half."""
MIB = 2**20
_ACTIONS = re.compile(r"^gaprace_actions_total ([0-9.e+]+)", re.MULTILINE)
_FAILED_REQUEST = re.compile(r'^gaprace_http_seconds_count\{.*status="5.*$', re.MULTILINE)
_OURS_TO_BLAME = re.compile(r'^gaprace_byes_total\{code="try_again"\}.*$', re.MULTILINE)


def besieged(database_url: str) -> ServerProcess:
    """A server that reads all that is said, as fast as it can; its other limits are wide enough for one address."""
    return ServerProcess(database_url, settings={"GAPRACE_COMMANDS_PER_SECOND": str(UNLIMITED)})


class Ground:
    """A room that attackers made for themselves, and make again."""

    def __init__(self, server: ServerProcess, host: Identity, settings: Settings) -> None:
        self._server, self._host, self._settings = server, host, settings
        self._code = ""
        self._visits = 0
        self._making = asyncio.Lock()

    async def code(self) -> str:
        async with self._making:
            if self._visits % VISITS == 0:
                self._code = (await self._server.room(self._host, self._settings)).code
            self._visits += 1
            return self._code


@dataclass
class Report:
    """What is told of a siege."""

    seed: int
    tally: Tally
    actions: int
    """Of games, that were made in spite of all."""
    seconds: float
    warm_bytes: int
    """What the server held after the warm-up."""
    final_bytes: int
    races: int
    """Raced to their end meanwhile, and verified."""
    waits_s: list[float] = field(default_factory=list)
    """How long each of the racer's moves took to be answered."""

    def __str__(self) -> str:
        tally, mib = self.tally, f"{self.warm_bytes / MIB:.1f} -> {self.final_bytes / MIB:.1f} MiB"
        waits = quantiles(self.waits_s, n=100)
        return "\n".join(
            (
                f"seed {self.seed}: {tally.messages} messages over {tally.connections} connections",
                f"it took {self.seconds:.0f} s; {tally.cut_short} more messages were cut short by rooms",
                f"actions made: {self.actions}",
                f"memory after warm-up -> at the end: {mib}",
                f"races won and verified meanwhile: {self.races}",
                f"a move was answered within {1e3 * waits[49]:.0f} ms (p50), {1e3 * waits[98]:.0f} ms (p99)",
                f"heard: {_counted(tally.heard)}",
                f"ends: {_counted(tally.ends)}",
            )
        )


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


class Racer:
    """Somebody who hosts a room under siege, and wins a race there, again and again; and somebody who watches."""

    def __init__(self, server: ServerProcess, door: RoomUrl, host: Identity, watcher: Identity) -> None:
        self.has_won = asyncio.Event()
        """Whether the race that began last is won."""
        self.races: list[RaceView] = []
        self.waits_s: list[float] = []
        self._server = server
        self._notes = Notes()
        self._host = RoomClient(door, host.token, timeouts=EAGER)
        self._watcher = RoomClient(door, watcher.token, watch=True, on_event=self._notes.hear, timeouts=EAGER)

    @asynccontextmanager
    async def there(self) -> AsyncIterator[None]:
        async with self._host, self._watcher:
            yield
        assert self._host.desyncs == self._watcher.desyncs == []

    async def race(self) -> None:
        """Race once, to the end of all games."""
        host = self._host
        number = len(self.races) + 1
        self.has_won.clear()
        host.send(SetSettings(RACE))
        host.send(Start())
        await host.until(lambda replica: replica.race and replica.race.number == number and replica.started)
        for move in EASY_WIN:
            began = perf_counter()
            outcome = await host.act(action_text(move))
            self.waits_s.append(perf_counter() - began)
            assert isinstance(outcome, Acted), outcome
            await asyncio.sleep(PACE_S)
        assert host.replica.mine
        assert host.replica.mine.won
        self.has_won.set()
        for player in (host, self._watcher):
            await player.until(lambda replica: replica.race and replica.race.number == number and not replica.is_racing)
        assert host.replica.race
        self.races.append(host.replica.race)

    async def verify(self) -> None:
        """What was told, and what is stored of every game, has to be what the rules make of the proven deal."""
        for race in self.races:
            for game in await finished_games(self._server, race):
                self._notes.transcript(game)
            first = (race.standings or ())[0]
            assert (first.won, first.rank) == (True, 1)


class Siege:
    """Attackers, and what they attack."""

    def __init__(self, server: ServerProcess, seed: int, messages: int) -> None:
        self.tally = Tally()
        self._server, self._seed, self._messages = server, seed, messages
        self._warm_bytes = 0

    async def run(self) -> Report:
        """Storm until all is said.

        Raises:
            AssertionError: something did not hold.

        """
        host, watcher, *people = await self._server.people(IDENTITIES + 2)
        door = await self._server.room(host, RACE)
        racer = Racer(self._server, door, host, watcher)
        began = perf_counter()
        async with racer.there():
            await self._take_seats(door, people)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._race(racer))
                await self._storm(door, people)
                await asyncio.wait_for(racer.has_won.wait(), OVER_S)
                await self._resign(door, people)
        seconds = perf_counter() - began
        await racer.verify()
        return Report(
            self._seed,
            self.tally,
            await self._actions_of_a_healthy_server(),
            seconds,
            self._warm_bytes,
            self._server.resident_bytes(),
            len(racer.races),
            racer.waits_s,
        )

    @property
    def _is_over(self) -> bool:
        return self.tally.messages >= self._messages

    async def _race(self, racer: Racer) -> None:
        await racer.race()
        while not self._is_over:
            await racer.race()

    @staticmethod
    async def _take_seats(door: RoomUrl, people: list[Identity]) -> None:
        """Sit down, so that everyone has a game in the first race."""
        for person in people:
            async with RoomClient(door, person.token) as player:
                player.send(Ready())
                await player.until(lambda replica: replica.room and replica.room.members[-1].ready)

    async def _storm(self, door: RoomUrl, people: list[Identity]) -> None:
        shared = [Ground(self._server, person, settings) for person, settings in zip(people, SHARED, strict=False)]
        alone = [Ground(self._server, person, ALONE[number % len(ALONE)]) for number, person in enumerate(people)]
        async with asyncio.TaskGroup() as group:
            for number in range(ATTACKERS):
                one = number % IDENTITIES
                attacker = Attacker(f"attacker {number}", self._server.port, people[one], self.tally)
                group.create_task(self._attack(attacker, door.code, [*shared, *[alone[one]] * 3]))

    async def _attack(self, attacker: Attacker, code: str, grounds: list[Ground]) -> None:
        number = 0
        while not self._is_over:
            place = Random(f"{self._seed}/{attacker.name}/{number}/place")
            target = code if place.random() < 0.35 else await place.choice(grounds).code()
            await attacker.attack(self._seed, number, target)
            number += 1
            if not self._warm_bytes and self.tally.messages >= WARM_UP * self._messages:
                self._warm_bytes = self._server.resident_bytes()

    @staticmethod
    async def _resign(door: RoomUrl, people: list[Identity]) -> None:
        """Give up what the attackers still play, so that the race can end."""
        for person in people:
            with suppress(BotError):  # who left has no game that runs
                async with RoomClient(door, person.token, timeouts=EAGER) as player:
                    if player.replica.is_racing and player.replica.mine and not player.replica.mine.ended:
                        await player.act(ControlAction.RESIGN)

    async def _actions_of_a_healthy_server(self) -> int:
        assert msgspec.json.decode(await _read(f"{self._server.base}/readyz"))["status"] == "ready"
        metrics = (await _read(f"{self._server.base}/metrics")).decode()
        assert not _FAILED_REQUEST.search(metrics), _FAILED_REQUEST.findall(metrics)
        assert not _OURS_TO_BLAME.search(metrics), _OURS_TO_BLAME.findall(metrics)
        assert self._server.errors == ""
        actions = _ACTIONS.search(metrics)
        assert actions
        return int(float(actions[1]))


async def _read(url: str) -> bytes:
    def read() -> bytes:
        with urllib.request.urlopen(url, timeout=30) as response:  # noqa: S310 - our own server
            body: bytes = response.read()
            return body

    return await asyncio.to_thread(read)
