"""A run of the fuzzer: attackers send mutated messages to rooms, while in one of them an honest player races.

Afterwards all that holds without attackers has to hold: nothing was logged, every race ended and each of its games
passes verification, the spectator saw legal boards only, no request failed through the server, memory did not grow.
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
from tests.end_to_end.party import EAGER, Notes, finished_games
from tests.fuzz.attacker import UNLIMITED, Attacker, Tally
from tests.processes import PATIENCE_S, ServerProcess

ATTACKERS, IDENTITIES = 16, 8
"""Two attackers share an identity: what one does reaches the connection of the other."""
VISITS = 200
"""Connections to a room of the attackers before it is replaced: by then it has refused most of them."""
WARM_UP = 0.2
"""The share of all messages after which memory should be flat."""
RACE_TIMEOUT_S = 180.0
PACE_S = 0.05
RACE = Settings(VariantChoice("mini"), seats=50, limit_minutes=1, code=EASY_DEAL)
SHARED = (Settings(VariantChoice("mini"), seats=50, hints=True), Settings(seats=8, boards_open=True))
"""Settings of the rooms in which attackers meet."""
ALONE = (Settings(seats=1, limit_minutes=None), Settings(VariantChoice("gaps"), seats=1, hints=True))
"""Settings of the rooms that only one identity uses."""
MIB = 2**20
_ACTIONS = re.compile(r"^gaprace_actions_total ([0-9.e+]+)", re.MULTILINE)
_FAILED_REQUEST = re.compile(r'^gaprace_http_seconds_count\{.*status="5.*$', re.MULTILINE)
_STORE_FAILURE = re.compile(r'^gaprace_byes_total\{code="try_again"\}.*$', re.MULTILINE)


def server_under_test(database_url: str) -> ServerProcess:
    """A server without a limit of commands, and with limits for an address that allow a whole test."""
    return ServerProcess(database_url, settings={"GAPRACE_COMMANDS_PER_SECOND": str(UNLIMITED)})


class AttackedRoom:
    """A room of the attackers' own, replaced after some visits."""

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
    """The result of a run."""

    seed: int
    tally: Tally
    actions: int
    """Stored actions of games."""
    seconds: float
    warm_bytes: int
    """Resident memory of the server after the warm-up."""
    final_bytes: int
    races: int
    """Honest races, run to their end and verified."""
    waits_s: list[float] = field(default_factory=list)
    """Time to answer, of each move of the honest player."""

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


class HonestPair:
    """A host who wins race after race in an attacked room, and a spectator of these races."""

    def __init__(self, server: ServerProcess, url: RoomUrl, host: Identity, watcher: Identity) -> None:
        self.has_won = asyncio.Event()
        """Set once the current race is won."""
        self.races: list[RaceView] = []
        self.waits_s: list[float] = []
        self._server = server
        self._notes = Notes()
        self._host = RoomClient(url, host.token, timeouts=EAGER)
        self._watcher = RoomClient(url, watcher.token, watch=True, on_event=self._notes.hear, timeouts=EAGER)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        async with self._host, self._watcher:
            yield
        assert self._host.desyncs == self._watcher.desyncs == []

    async def race(self) -> None:
        """Run one race to the end of all its games."""
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
        assert host.replica.mine.won
        self.has_won.set()
        for player in (host, self._watcher):
            await player.until(lambda replica: replica.race and replica.race.number == number and not replica.is_racing)
        assert host.replica.race
        self.races.append(host.replica.race)

    async def verify(self) -> None:
        """Assert that what was sent and what is stored of every game is what the rules make of the revealed deal."""
        for race in self.races:
            for game in await finished_games(self._server, [seat.game for seat in race.seats]):
                self._notes.transcript(game)
            first = (race.standings or ())[0]
            assert (first.won, first.rank) == (True, 1)


class FuzzRun:
    """Attackers, and the server that they attack."""

    def __init__(self, server: ServerProcess, seed: int, messages: int) -> None:
        self.tally = Tally()
        self._server, self._seed, self._messages = server, seed, messages
        self._warm_bytes = 0

    async def run(self) -> Report:
        """Attack until all messages are sent.

        Raises:
            AssertionError: the server did not behave as it should.

        """
        host, watcher, *people = await self._server.people(IDENTITIES + 2)
        url = await self._server.room(host, RACE)
        pair = HonestPair(self._server, url, host, watcher)
        began = perf_counter()
        async with pair.connected():
            await self._take_seats(url, people)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._race(pair))
                await self._attack_all(url, people)
                await asyncio.wait_for(pair.has_won.wait(), RACE_TIMEOUT_S)
                await self._resign(url, people)
        seconds = perf_counter() - began
        await pair.verify()
        return Report(
            self._seed,
            self.tally,
            await self._assert_healthy_and_count_actions(),
            seconds,
            self._warm_bytes,
            self._server.resident_bytes(),
            len(pair.races),
            pair.waits_s,
        )

    @property
    def _is_over(self) -> bool:
        return self.tally.messages >= self._messages

    async def _race(self, pair: HonestPair) -> None:
        await pair.race()
        while not self._is_over:
            await pair.race()

    @staticmethod
    async def _take_seats(url: RoomUrl, people: list[Identity]) -> None:
        """Take seats, so that every identity has a game in the first race."""
        for person in people:
            async with RoomClient(url, person.token) as player:
                player.send(Ready())
                await player.until(lambda replica: replica.room and replica.room.members[-1].ready)

    async def _attack_all(self, url: RoomUrl, people: list[Identity]) -> None:
        shared = [
            AttackedRoom(self._server, person, settings) for person, settings in zip(people, SHARED, strict=False)
        ]
        alone = [AttackedRoom(self._server, person, ALONE[number % len(ALONE)]) for number, person in enumerate(people)]
        async with asyncio.TaskGroup() as group:
            for number in range(ATTACKERS):
                one = number % IDENTITIES
                attacker = Attacker(f"attacker {number}", self._server.port, people[one], self.tally)
                group.create_task(self._attack(attacker, url.code, [*shared, *[alone[one]] * 3]))

    async def _attack(self, attacker: Attacker, code: str, rooms: list[AttackedRoom]) -> None:
        number = 0
        while not self._is_over:
            place = Random(f"{self._seed}/{attacker.name}/{number}/place")
            target = code if place.random() < 0.35 else await place.choice(rooms).code()
            await attacker.attack(self._seed, number, target)
            number += 1
            if not self._warm_bytes and self.tally.messages >= WARM_UP * self._messages:
                self._warm_bytes = self._server.resident_bytes()

    @staticmethod
    async def _resign(url: RoomUrl, people: list[Identity]) -> None:
        """Resign the games of the attackers, so that the race can end."""
        for person in people:
            with suppress(BotError):  # one who has left has no game
                async with RoomClient(url, person.token, timeouts=EAGER) as player:
                    if player.replica.is_racing and player.replica.mine and not player.replica.mine.ended:
                        await player.act(ControlAction.RESIGN)

    async def _assert_healthy_and_count_actions(self) -> int:
        assert msgspec.json.decode(await _read(f"{self._server.base}/readyz"))["status"] == "ready"
        metrics = (await _read(f"{self._server.base}/metrics")).decode()
        assert not _FAILED_REQUEST.search(metrics), _FAILED_REQUEST.findall(metrics)
        assert not _STORE_FAILURE.search(metrics), _STORE_FAILURE.findall(metrics)
        assert self._server.errors == ""
        actions = _ACTIONS.search(metrics)
        return int(float(actions[1]))


async def _read(url: str) -> bytes:
    def read() -> bytes:
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as response:  # noqa: S310 - our own server
            body: bytes = response.read()
            return body

    return await asyncio.to_thread(read)
