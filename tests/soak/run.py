"""One soak: full speed, then half of it, while memory is sampled."""

import asyncio
from dataclasses import dataclass
from random import Random
from statistics import linear_regression
from time import monotonic

from tests.processes import ServerProcess
from tests.soak.clients import Profile, Tally
from tests.soak.rooms import Plan, SoakRoom

ACTIONS_BEFORE_MEASURING = 20
"""The mean number of actions of a player after which races run in all rooms, and the capacity is measured."""
FULL_SPEED_S = 10.0
"""How long the capacity is measured."""
SETTLING_STEPS, SETTLING_S = 8, 5.0
"""The steps, and the length of each, in which the rate is adjusted to half the capacity."""
WARM_UP = 1 / 4
"""The share of the time after which memory should be flat."""
SAMPLE_INTERVAL_S, PRINT_INTERVAL_S = 5.0, 60.0
MAX_GROWTH = 0.05
"""Of memory, by the regression line through all samples after the warm-up."""
MB = 1024 * 1024


@dataclass(frozen=True)
class Report:
    """The result of a soak."""

    tally: Tally
    capacity: float
    """Acknowledged actions a second at full speed."""
    growth: float
    """Growth of memory after the warm-up, as a share of its size then."""

    @property
    def text(self) -> str:
        """A summary."""
        did = self.tally
        return (
            f"{did.actions} actions were acknowledged in {did.games} games of {did.races} races in {did.rooms} rooms,"
            f" and all were stored. {did.deliveries} deliveries, {did.cuts} reconnects, {did.joined} joined,"
            f" {did.left} left between races, {did.visits} spectators looked in, {did.cut_off} were cut off."
            f" Memory after the warm-up: {self.growth:+.1%}."
        )


class Soak:
    """All rooms of one server."""

    def __init__(self, server: ServerProcess, plan: Plan) -> None:
        self.tally = Tally()
        self._server, self._plan = server, plan
        self._profile = Profile(plan.cut_chance)
        self._samples: list[tuple[float, float]] = []
        self._capacity = 0.0

    async def run(self, seconds: float) -> Report:
        """Run all rooms for a time at half the capacity, then end all races.

        Raises:
            AssertionError: something was lost, refused, or never answered.

        """
        async with asyncio.TaskGroup() as group:
            for number in range(self._plan.rooms):
                room = SoakRoom(self._server, self._plan, self._profile, self.tally, Random(f"soak/{number}"))
                group.create_task(room.live())
            try:
                await self._find_pace(min(1.0, seconds / 120))
                await self._observe(seconds)
            finally:
                self._profile.is_over.set()
        return Report(self.tally, self._capacity, self._growth())

    async def _rate(self, seconds: float) -> float:
        before, began = self.tally.actions, monotonic()
        await asyncio.sleep(seconds)
        return (self.tally.actions - before) / (monotonic() - began)

    async def _find_pace(self, scale: float) -> None:
        players = self._plan.rooms * self._plan.players
        while self.tally.actions < ACTIONS_BEFORE_MEASURING * players:  # noqa: ASYNC110  # the clients count
            await asyncio.sleep(0.1)
        self._capacity = await self._rate(scale * FULL_SPEED_S)
        print(f"capacity: {self._capacity:.0f} actions/s", flush=True)
        wanted = players / (self._capacity / 2)
        self._profile.delay_s = wanted / 2
        for _ in range(SETTLING_STEPS):
            rate = max(1.0, await self._rate(scale * SETTLING_S))
            self._profile.delay_s = max(0.0, self._profile.delay_s + wanted - players / rate)

    async def _observe(self, seconds: float) -> None:
        began = said = monotonic()
        before, cpu = self.tally.actions, self._server.cpu_seconds()
        while (now := monotonic()) < began + seconds:
            self._samples.append((now - began, self._server.resident_bytes()))
            await asyncio.sleep(min(SAMPLE_INTERVAL_S, seconds / 10))
            if monotonic() >= said + PRINT_INTERVAL_S:
                self._print_line(monotonic() - began, monotonic() - said, before, cpu)
                said, before, cpu = monotonic(), self.tally.actions, self._server.cpu_seconds()

    def _print_line(self, at_s: float, seconds: float, before: int, cpu: float) -> None:
        actions, used = self.tally.actions - before, self._server.cpu_seconds() - cpu
        print(
            f"{at_s / 60:5.1f} min  {actions / seconds:6.0f} actions/s  {used / seconds:4.0%} of a core,"
            f" {1e6 * used / max(1, actions):4.0f} us an action  {self._server.resident_bytes() / MB:6.1f} MB"
            f"  {self.tally.races} races, {self.tally.games} games checked, {self.tally.cuts} reconnects",
            flush=True,
        )

    def _growth(self) -> float:
        """Return the growth of memory along the regression line through its samples."""
        flat = self._samples[round(len(self._samples) * WARM_UP) :]
        slope, _ = linear_regression([at for at, _ in flat], [size for _, size in flat])
        return slope * (flat[-1][0] - flat[0][0]) / flat[0][1]
