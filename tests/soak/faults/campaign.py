"""Faults, one after the other, during races of clients that keep a history of every answer."""

import asyncio
import hmac
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import monotonic
from typing import TypeVar

from gaprace.wire import Settings, VariantChoice
from tests.soak.faults.checker import Deal, violations
from tests.soak.faults.faults import FAULTS, Fault, lose_commits
from tests.soak.faults.history import History
from tests.soak.faults.installation import Installation, installation
from tests.soak.faults.player import VARIANT, Player

PLAYERS = 6
FAULTS_PER_RACE = 12
PACE_S = 0.08
RECOVERY_TIMEOUT_S = 120.0
"""After a fault is healed, all players have to make another action within this time."""
END_TIMEOUT_S = 120.0


@dataclass
class Report:
    """The result of a campaign."""

    kind: str
    seed: str
    faults: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    excused: int = 0
    recoveries_s: list[float] = field(default_factory=list)
    longest_silence_s: float = 0.0
    violations: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """A summary in lines."""
        faults = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(self.faults.items()))
        return (
            f"{self.kind} (seed {self.seed}): {self.faults.total()} faults ({faults})\n"
            f"  {self.actions} acknowledged actions, {self.excused} of them reported as lost by the database,"
            f" {len(self.violations)} violations\n"
            f"  back after {median(self.recoveries_s):.2f} s (median), {max(self.recoveries_s):.2f} s (worst);"
            f" longest time without an answer {self.longest_silence_s:.1f} s"
        )


class Campaign:
    """One installation, several races, a number of faults."""

    def __init__(self, kind: str, faults: int, seed: str) -> None:
        self.report = Report(kind, seed)
        self._faults, self._random = faults, Random(seed)
        self._history = History()
        self._deck: list[Fault] = []
        """The faults that come next: all of them in random order, again and again."""

    async def run(self) -> Report:
        """Run it to its end.

        Raises:
            AssertionError: the server wrote a traceback.
            TimeoutError: players could not go on after a fault was healed, or a race did not end.

        """
        async with installation(self.report.kind) as here:
            while self.report.faults.total() < self._faults:
                await self._race(here)
        return self.report

    async def _race(self, here: Installation) -> None:
        self._history = History()
        async with racing(here, Player, PLAYERS, self._history, self._random, PACE_S) as players:
            await self._hurt(here, players)
        found = await ended(here, players, self._history)
        self.report.violations += found
        self.report.actions += self._history.count
        self.report.excused += sum(map(len, self._history.excused.values()))
        self.report.longest_silence_s = max(self.report.longest_silence_s, self._history.longest_silence_s)

    async def _hurt(self, here: Installation, players: list[Player]) -> None:
        await asyncio.gather(*(goes_on(player) for player in players))
        for _ in range(min(FAULTS_PER_RACE, self._faults - self.report.faults.total())):
            fault = self._next_fault()
            await asyncio.sleep(self._random.uniform(0.1, 0.8))
            reports = self._history.lost_reports
            await fault(here, players, self._random)
            self.report.faults[fault.__name__] += 1
            healed = monotonic()
            try:
                async with asyncio.timeout(RECOVERY_TIMEOUT_S):
                    await asyncio.gather(*(goes_on(player) for player in players))
                    if fault is lose_commits:
                        await players[0].until(lambda before=reports: self._history.lost_reports > before)
            except TimeoutError:
                states = [f"{player.game} at {player.n}, {player.made} made" for player in players]
                raise AssertionError(f"after {fault.__name__} players do not go on: {states}") from None
            self.report.recoveries_s.append(monotonic() - healed)

    def _next_fault(self) -> Fault:
        if not self._deck:
            self._deck = list(FAULTS[self.report.kind])
            self._random.shuffle(self._deck)
        return self._deck.pop()


def key_of(secret: bytes, seeds: list[str]) -> bytes:
    """Return the key of all shuffles of a deal that its players have seeded, as the documents have it."""
    return hmac.digest(secret, b"gaprace/2/deal\0" + bytes.fromhex("".join(seeds)), "sha256")


AnyPlayer = TypeVar("AnyPlayer", bound=Player)


@asynccontextmanager
async def racing(
    here: Installation, kind: type[AnyPlayer], count: int, history: History, random: Random, pace_s: float
) -> AsyncIterator[list[AnyPlayer]]:
    """A race of so many players of a kind, who play until something is done; at last they give up."""
    race = Settings(VariantChoice(VARIANT, shuffles=9), seats=count, boards_open=True, limit_minutes=120)
    people = await here.servers[0].people(count)
    code = (await here.servers[0].room(people[0], race)).code
    players = [
        kind(lambda: here.socket(code, random), each.token, history, Random(random.random()), pace_s=pace_s)
        for each in people
    ]
    async with running(players), playing(players):
        yield players


@asynccontextmanager
async def running(players: list[Player]) -> AsyncIterator[None]:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.run()) for player in players]
        yield
        for task in tasks:
            task.cancel()


@asynccontextmanager
async def playing(players: list[Player]) -> AsyncIterator[None]:
    """Start a race, and let all play until something is done; at last they give up."""
    await start(players)
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())
        try:
            yield
        finally:  # not by cancellation, which up to Python 3.11 `wait_for` swallows now and then
            for player in players:
                player.is_playing = False
    async with asyncio.timeout(END_TIMEOUT_S):
        await asyncio.gather(*(player.resign() for player in players))
        await asyncio.gather(*(player.until(lambda player=player: player.reveal) for player in players))


async def ended(here: Installation, players: list[Player], history: History) -> list[str]:
    """Compare what a race that has ended has stored with what players were told; return what breaks the promise."""
    reveal = players[0].reveal
    assert reveal
    games = [player.game for player in players]
    deal = Deal(reveal["code"], key_of(bytes.fromhex(reveal["secret"]), reveal.get("seeds", [])))
    return [*violations(history, await here.transcripts(games), games, deal)]


async def start(players: list[Player]) -> None:
    async with asyncio.timeout(END_TIMEOUT_S):
        await asyncio.gather(*(player.until(lambda player=player: player.id) for player in players))
        await asyncio.gather(*(player.get_ready() for player in players))
        await asyncio.gather(*(player.until(lambda player=player: player.board) for player in players))


async def goes_on(player: Player) -> None:
    """Wait until two more actions of a player are stored: the first may be from before the fault was healed."""
    wanted = player.made + 2
    await player.until(lambda: player.made >= wanted or player.has_ended)
