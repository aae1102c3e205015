"""One soak: full speed, then half of it, and what memory does meanwhile."""

import asyncio
from dataclasses import dataclass
from random import Random
from statistics import linear_regression
from time import monotonic

from tests.processes import ServerProcess
from tests.soak.crowd import Pace, Tally
from tests.soak.rooms import Plan, SoakRoom

BEGUN = 20
"""How many actions a player has made on average when races run everywhere, and the capacity is measured."""
FULL_SPEED_S = 10.0
"""How long everybody moves as fast as it goes."""
SETTLING_STEPS, SETTLING_S = 8, 5.0
"""How often, and how long each time, the pace is brought nearer to half of that."""
WARM_UP = 1 / 4
"""The share of the time after which memory is expected to be flat: by then every kind of thing has happened often."""
SAMPLE_S, LINE_S = 5.0, 60.0
GROWTH = 0.05
"""How much memory may grow, by the straight line through all samples after the warm-up."""
MB = 1024 * 1024


@dataclass(frozen=True)
class Report:
    """What came of it."""

    tally: Tally
    capacity: float
    """Acknowledged actions a second at full speed."""
    growth: float
    """Of memory after the warm-up, as a share of what it was then."""

    @property
    def text(self) -> str:
        """For people."""
        did = self.tally
        return (
            f"{did.actions} actions were acknowledged in {did.games} games of {did.races} races in {did.rooms} rooms,"
            f" and all were stored. {did.deliveries} deliveries, {did.cuts} reconnects, {did.joined} joined,"
            f" {did.left} left between races, {did.watched} spectators looked in, {did.cut_off} were cut off."
            f" Memory after the warm-up: {self.growth:+.1%}."
        )


class Soak:
    """All rooms of one server."""

    def __init__(self, server: ServerProcess, plan: Plan) -> None:
        self.tally = Tally()
        self._server, self._plan = server, plan
        self._pace = Pace(plan.cut_chance)
        self._samples: list[tuple[float, float]] = []
        self._capacity = 0.0

    async def run(self, seconds: float) -> Report:
        """Let it go on for so long after the pace was found, and end every race properly.

        Raises:
            AssertionError: something was lost, refused, or never answered.

        """
        async with asyncio.TaskGroup() as group:
            for number in range(self._plan.rooms):
                room = SoakRoom(self._server, self._plan, self._pace, self.tally, Random(f"soak/{number}"))
                group.create_task(room.live())
            try:
                await self._find_pace(min(1.0, seconds / 120))
                await self._look_on(seconds)
            finally:
                self._pace.is_over.set()
        return Report(self.tally, self._capacity, self._growth())

    async def _rate(self, seconds: float) -> float:
        before, began = self.tally.actions, monotonic()
        await asyncio.sleep(seconds)
        return (self.tally.actions - before) / (monotonic() - began)

    async def _find_pace(self, scale: float) -> None:
        players = self._plan.rooms * self._plan.players
        while self.tally.actions < BEGUN * players:  # noqa: ASYNC110 (it is counted far away)
            await asyncio.sleep(0.1)
        self._capacity = await self._rate(scale * FULL_SPEED_S)
        print(f"capacity: {self._capacity:.0f} actions/s", flush=True)
        wanted = players / (self._capacity / 2)
        self._pace.rest_s = wanted / 2
        for _ in range(SETTLING_STEPS):
            rate = max(1.0, await self._rate(scale * SETTLING_S))
            self._pace.rest_s = max(0.0, self._pace.rest_s + wanted - players / rate)

    async def _look_on(self, seconds: float) -> None:
        began = said = monotonic()
        before, cpu = self.tally.actions, self._server.cpu_seconds()
        while (now := monotonic()) < began + seconds:
            self._samples.append((now - began, self._server.resident_bytes()))
            await asyncio.sleep(min(SAMPLE_S, seconds / 10))
            if monotonic() >= said + LINE_S:
                self._say(monotonic() - began, monotonic() - said, before, cpu)
                said, before, cpu = monotonic(), self.tally.actions, self._server.cpu_seconds()

    def _say(self, at_s: float, seconds: float, before: int, cpu: float) -> None:
        actions, used = self.tally.actions - before, self._server.cpu_seconds() - cpu
        print(
            f"{at_s / 60:5.1f} min  {actions / seconds:6.0f} actions/s  {used / seconds:4.0%} of a core,"
            f" {1e6 * used / max(1, actions):4.0f} us an action  {self._server.resident_bytes() / MB:6.1f} MB"
            f"  {self.tally.races} races, {self.tally.games} games checked, {self.tally.cuts} reconnects",
            flush=True,
        )

    def _growth(self) -> float:
        """Return by how much memory grew, along the line through its samples."""
        flat = self._samples[round(len(self._samples) * WARM_UP) :]
        slope, _ = linear_regression([at for at, _ in flat], [size for _, size in flat])
        return slope * (flat[-1][0] - flat[0][0]) / flat[0][1]
