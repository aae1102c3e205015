"""The effect of spectators on the players: one race of eight players and two thousand spectators on one process.

Rounds with and without spectators alternate in one run, so that both see the same machine; one run has win
probabilities, the other has none. Each player makes a random move every second, so that every board has to be searched
anew. The server and its searches share one core; the load runs on the other one. There the spectators, in a process of
their own, have the lowest priority, since real spectators do not compete with players for a processor.

Each latency is measured twice: by the player, from sending the action to its acknowledgement, and by the server, from
the receipt of the action's frame. The client cannot distort the second one; the first one also includes the network.

A round has only a few hundred latencies, so its 99th percentile is its second or third highest value. The benchmark
therefore reports the ratio over all rounds together, with a 95 % confidence interval by a block bootstrap: slow moments
affect all eight players at once, so latencies are resampled in blocks (Künsch, "The jackknife and the bootstrap for
general stationary observations", 1989).
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import chain
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic

from gaprace.rules.actions import action_text
from gaprace.rules.deal import opening
from gaprace.wire import PROTOCOL, Hello, encode
from tests.bench import load
from tests.bench.load import NO_SEARCH, SERVER_CORE, UNLIMITED, Metrics
from tests.bench.race import VARIANT, Sender, racing
from tests.bench.spectators import SpectatorPool
from tests.processes import ServerProcess
from tests.raw_websockets import text_frame

PLAYERS, SPECTATORS, ROUNDS = 8, 2_000, 8
WARM_UP_S, MEASURED_S = 3.0, 30.0
START_S = 15.0
"""Time for the search processes to start, which happens when the first spectator arrives."""
EVERY_S = 1.0
WANTED_RATIO = 1.2
BLOCK, RESAMPLED = 5 * PLAYERS, 2_000
"""The number of latencies in a block, about five seconds; and the number of resampled rounds."""
ONE_SEARCH = {"GAPRACE_SOLVERS": "1"}
LOWEST_PRIORITY = 19
WATCH = encode(Hello(PROTOCOL, watch=True))
_SPAWN = get_context("spawn")


class TimedServer(ServerProcess):
    """A server that writes the times of its acknowledgements to a file when it ends."""

    def __init__(self, database_url: str, result: Path, settings: dict[str, str]) -> None:
        super().__init__(database_url, cores=str(SERVER_CORE), settings={**UNLIMITED, **settings})
        self._result = result

    @property
    def command(self) -> tuple[str, ...]:
        python, _, _, *arguments = super().command
        return (python, "-m", "tests.bench.timed_server", str(self._result), *arguments)


def wandering(game: str, code: str, random: Random) -> Callable[[], bytes]:
    """Return a function that returns the frame of the next action: a random move or, without any, an undo."""
    boards, n = [opening(VARIANT, code)], 0

    def next_frame() -> bytes:
        nonlocal n
        n += 1
        moves = boards[-1].legal_moves(right_fill=False)
        if moves:
            move = random.choice(moves)
            boards.append(boards[-1].after(move, right_fill=False))
        else:
            boards.pop()
        action = action_text(move) if moves else "undo"
        return text_frame(f'{{"t":"act","game":"{game}","n":{n},"action":"{action}"}}'.encode())

    return next_frame


def _watch(port: int, path: str, tokens: list[str], ready: Event, over: Event) -> None:
    os.nice(LOWEST_PRIORITY)
    pool = SpectatorPool(port, path, tokens, WATCH, is_racing=True)
    ready.set()
    pool.drain(over.is_set)
    pool.close()


def read(result: Path) -> list[tuple[float, float]]:
    return [(when, seconds) for when, seconds in json.loads(result.read_text())]


@asynccontextmanager
async def watched(server: ServerProcess, path: str, tokens: list[str]) -> AsyncIterator[None]:
    """Let spectators watch, in a process of their own."""
    ready, over = _SPAWN.Event(), _SPAWN.Event()
    process = _SPAWN.Process(target=_watch, args=(server.port, path, tokens, ready, over))
    process.start()
    try:
        await asyncio.to_thread(ready.wait)
        yield
    finally:
        over.set()
        await asyncio.to_thread(process.join)


@dataclass
class Round:
    began: float
    ended: float
    """By `time.monotonic`."""
    latencies_ms: list[float]
    """From an action to its acknowledgement, as its player measures it."""
    busy: float
    """The share of its core that the server has used, searches included."""

    def acknowledged_ms(self, times: Iterable[tuple[float, float]]) -> list[float]:
        """Return those latencies that the server has measured in this round."""
        return [1e3 * seconds for when, seconds in times if self.began <= when < self.ended]


async def one_round(metrics: Metrics) -> Round:
    await asyncio.sleep(WARM_UP_S)
    began = monotonic()
    metrics.begin()
    await asyncio.sleep(MEASURED_S)
    latencies_ms, figures = [1e3 * each for each in metrics.latencies], metrics.end()
    return Round(began, monotonic(), latencies_ms, figures.cpu_us * figures.per_second / 1e6)


async def compare(name: str, spectators: int, settings: dict[str, str]) -> None:
    random, alone, with_them = Random("benchmark"), list[Round](), list[Round]()
    with load.sqlite() as url, TemporaryDirectory() as folder:
        result = Path(folder, "acknowledgements.json")
        async with TimedServer(url, result, settings) as server:
            metrics = Metrics(server)
            senders = await racing(server, metrics, random, PLAYERS)
            for sender in senders:
                _begin(sender, random)
            tokens = [person.token for person in await server.people(spectators)]
            async with watched(server, senders[0].path, tokens):
                await asyncio.sleep(START_S)
            for _ in range(ROUNDS):
                alone.append(await one_round(metrics))
                async with watched(server, senders[0].path, tokens):
                    with_them.append(await one_round(metrics))
            for sender in senders:
                sender.stopped = True
                sender.client.transport.abort()
        times = read(result)
    print(f"{name}: without spectators {_busy(alone)}; with {spectators:_} {_busy(with_them)}")
    _show("a player's", [each.latencies_ms for each in alone], [each.latencies_ms for each in with_them])
    _show("the server's", *([each.acknowledged_ms(times) for each in rounds] for rounds in (alone, with_them)))


def _begin(sender: Sender, random: Random) -> None:
    sender.next_frame = wandering(sender.game, sender.code, random)
    sender.every_s = EVERY_S * random.uniform(0.8, 1.2)
    asyncio.get_running_loop().call_later(random.uniform(0, EVERY_S), sender.send)


def _busy(rounds: list[Round]) -> str:
    actions = sum(len(each.latencies_ms) for each in rounds)
    return f"{median(each.busy for each in rounds):.0%} of a core, {actions} actions"


def _show(whose: str, alone: list[list[float]], with_them: list[list[float]]) -> None:
    """Print figures of all rounds together."""
    low, high = _interval(_blocks(alone), _blocks(with_them))
    print(
        f"  {whose} clock: {_figures(alone)} without, {_figures(with_them)} with;"
        f" p99 with / without: {_p99(with_them) / _p99(alone):.2f} (95 %: {low:.2f} to {high:.2f};"
        f" wanted: {WANTED_RATIO} at most)",
        flush=True,
    )


def _figures(rounds: list[list[float]]) -> str:
    return f"p50 {median(chain(*rounds)):.1f} p99 {_p99(rounds):.1f} ms"


def _p99(parts: Iterable[list[float]]) -> float:
    return quantiles(chain(*parts), n=100)[98]


def _blocks(rounds: list[list[float]]) -> list[list[float]]:
    """Return the latencies of some seconds each, in the order in which they were measured."""
    return [one[at : at + BLOCK] for one in rounds for at in range(0, len(one), BLOCK)]


def _interval(alone: list[list[float]], with_them: list[list[float]]) -> tuple[float, float]:
    """Return the 2.5th and the 97.5th percentile of the ratio over blocks that are drawn with replacement."""
    draw = Random("bootstrap").choices
    ratios = [_p99(draw(with_them, k=len(with_them))) / _p99(draw(alone, k=len(alone))) for _ in range(RESAMPLED)]
    percentiles = quantiles(ratios, n=40)
    return percentiles[0], percentiles[-1]


async def all_rounds(spectators: int) -> None:
    print(f"{PLAYERS} players, {ROUNDS} rounds of {MEASURED_S:.0f} s each, taking turns")
    await compare("with win probabilities", spectators, ONE_SEARCH)
    await compare("without win probabilities", spectators, NO_SEARCH)


def run(spectators: int = SPECTATORS) -> None:
    load.run(lambda: all_rounds(spectators))
