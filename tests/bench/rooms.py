"""Rooms full of bots and spectators over real sockets: the capacity of a server, by database.

Each bot makes its next move when the previous one is acknowledged; spectators of its room receive the move, other bots
its progress. First at full speed; then at half of that rate, for latencies that are not those of a queue.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter, process_time

from gaprace.wire import PROTOCOL, Hello, encode
from tests.bench import load
from tests.bench.load import Figures, Metrics, race_server
from tests.bench.race import Sender, racing
from tests.bench.spectators import SpectatorPool
from tests.processes import ServerProcess
from tests.raw_websockets import RawClient, raw_client

ROOMS, BOTS, SPECTATORS = 20, 8, 10
FULL_BOTS, FULL_SPECTATORS = 50, 200
ROUNDS = 5
WARM_UP_S, MEASURED_S = 1.5, 3.0
IDLE, WANTED_KB = 2000, 40
KB = 1024
WATCH = encode(Hello(PROTOCOL, watch=True))


class Deliveries:
    """Counts the messages that all clients receive."""

    def __init__(self) -> None:
        self.count = 0

    def counted(self, hear: Callable[[bytes], None]) -> Callable[[bytes], None]:
        def heard(payload: bytes) -> None:
            self.count += 1
            hear(payload)

        return heard


@dataclass
class Rate:
    """The figures of one measurement."""

    moves: Figures
    deliveries_per_second: float
    load_busy: float
    """The share of a core that the load used."""


@dataclass
class Round:
    full: Rate
    half: Rate
    kb_per_connection: float


class LoadedRooms:
    """Rooms with bots and spectators, and races running."""

    def __init__(self, server: ServerProcess, bots: int = BOTS, spectators: int = SPECTATORS) -> None:
        """Take how many there are in a room."""
        self.metrics = Metrics(server)
        self.deliveries = Deliveries()
        self.bots: list[Sender] = []
        self.spectators: list[RawClient] = []
        self._in_each = bots, spectators
        self._random = Random("benchmark")

    async def open(self, server: ServerProcess, rooms: int = ROOMS) -> None:
        await asyncio.gather(*(self._room(server) for _ in range(rooms)))

    async def _room(self, server: ServerProcess) -> None:
        players, spectators = self._in_each
        bots = await racing(server, self.metrics, self._random, players)
        for bot in bots:
            bot.client.hear = self.deliveries.counted(bot.hear)
        self.bots += bots
        self.spectators += [await self._spectator(server, bots[0].path) for _ in range(spectators)]

    async def _spectator(self, server: ServerProcess, path: str) -> RawClient:
        (stranger,) = await server.people(1)
        client = await raw_client(server.port, path, stranger.token, self.deliveries.counted(lambda _: None))
        client.send(WATCH)
        return client

    async def rate(self) -> Rate:
        """Measure for a while."""
        await asyncio.sleep(WARM_UP_S)
        self.deliveries.count = 0
        self.metrics.begin()
        began, used = perf_counter(), process_time()
        await asyncio.sleep(MEASURED_S)
        seconds, used = perf_counter() - began, process_time() - used
        return Rate(self.metrics.end(), self.deliveries.count / seconds, used / seconds)

    def slow_down(self, every_s: float) -> None:
        """Let each bot move about once in an interval, spread evenly."""
        for bot in self.bots:
            bot.every_s = every_s * self._random.uniform(0.8, 1.2)

    def close(self) -> None:
        for bot in self.bots:
            bot.stopped = True
        for client in (*self.spectators, *(bot.client for bot in self.bots)):
            client.transport.abort()


async def one_round(database_url: str) -> Round:
    async with race_server(database_url) as server:
        empty = server.resident_bytes()
        rooms = LoadedRooms(server)
        await rooms.open(server)
        each = (server.resident_bytes() - empty) / KB / (ROOMS * (BOTS + SPECTATORS))
        for bot in rooms.bots:
            bot.send()
        full = await rooms.rate()
        rooms.slow_down(2 * len(rooms.bots) / full.moves.per_second)
        half = await rooms.rate()
        rooms.close()
        return Round(full, half, each)


def show(name: str, rounds: list[Round]) -> None:
    """Print the median of each figure over the rounds."""
    connection = median(each.kb_per_connection for each in rounds)
    print(f"{name:<17} {_line([each.full for each in rounds])}, {connection:.0f} KB a connection")
    print(f"{'  half of that':<17} {_line([each.half for each in rounds])}", flush=True)


def _line(rates: list[Rate]) -> str:
    moves = [rate.moves for rate in rates]
    deliveries = median(rate.deliveries_per_second for rate in rates)
    p50, p99 = median(each.p50_ms for each in moves), median(each.p99_ms for each in moves)
    return (
        f"{median(each.per_second for each in moves):>6.0f} moves/s {deliveries:>7.0f} deliveries/s"
        f"  p50 {p50:>5.1f} ms  p99 {p99:>6.1f} ms  {median(each.cpu_us for each in moves):>4.0f} us of CPU a move"
        f"  load {median(rate.load_busy for rate in rates):>4.0%} busy"
    )


async def idle_spectators() -> None:
    """Measure the memory of idle spectators of one room, each with an identity of its own."""
    with load.sqlite() as url:
        async with race_server(url) as server:
            empty = server.resident_bytes()
            (racer,) = await racing(server, Metrics(server), Random("benchmark"), 1)
            tokens = [person.token for person in await server.people(IDLE)]
            pool = SpectatorPool(server.port, racer.path, tokens, WATCH)
            each = (server.resident_bytes() - empty) / KB / IDLE
            print(f"{IDLE} idle spectators: {each:.1f} KB each (wanted: {WANTED_KB} at most)", flush=True)
            pool.close()


async def all_rounds() -> None:
    """Let the databases take turns, so that a machine that is busy for a while is so for both."""
    print(
        f"{ROOMS} rooms, {BOTS} bots and {SPECTATORS} spectators in each,"
        f" median of {ROUNDS} rounds of {MEASURED_S:.0f} s"
    )
    on_sqlite: list[Round] = []
    on_postgres: list[Round] = []
    for _ in range(ROUNDS):
        with load.sqlite() as url:
            on_sqlite.append(await one_round(url))
        with load.postgres() as url:
            on_postgres.append(await one_round(url))
    show("SQLite", on_sqlite)
    show("Postgres", on_postgres)
    await idle_spectators()


def run() -> None:
    load.run(all_rounds)


# A full race with many spectators: fifty players, each with a move a second, and everyone hears of every move.


async def one_full_race(database_url: str) -> Rate:
    async with race_server(database_url) as server:
        race = LoadedRooms(server, FULL_BOTS, FULL_SPECTATORS)
        await race.open(server, rooms=1)
        race.slow_down(1.0)
        for number, bot in enumerate(race.bots):
            asyncio.get_running_loop().call_later(number / FULL_BOTS, bot.send)
        rate = await race.rate()
        race.close()
        return rate


async def full_races() -> None:
    rates = []
    for _ in range(ROUNDS):
        with load.sqlite() as url:
            rates.append(await one_full_race(url))
    deliveries = median(rate.deliveries_per_second / rate.moves.per_second for rate in rates)
    each_us = median(rate.moves.cpu_us for rate in rates) / deliveries
    print(f"a race of {FULL_BOTS} with {FULL_SPECTATORS} spectators, {ROUNDS} rounds of {MEASURED_S:.0f} s, SQLite")
    print(f"{_line(rates)}, {each_us:.2f} us a delivery", flush=True)


def run_full_race() -> None:
    load.run(full_races)
