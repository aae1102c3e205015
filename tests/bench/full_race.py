"""A full race with many spectators over real sockets: fifty players, and everyone hears of every move.

A player's own moves are acknowledged at once; what the others do goes out in ticks (see `gaprace.rooms.broadcast`). The
lateness of news is the time from a move that a client sends to its arrival at a spectator.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import perf_counter

from tests.bench import load
from tests.bench.load import Figures, Metrics, race_server
from tests.bench.race import Sender, racing
from tests.bench.rooms import WATCH, Deliveries
from tests.processes import ServerProcess
from tests.raw_websockets import RawClient, raw_client

PLAYERS, SPECTATORS = 50, 200
PACES_S = (1.0, 0.25)
"""How often each player moves."""
ROUNDS, WARM_UP_S, MEASURED_S = 3, 2.0, 6.0
_ACTED = b'{"t":"acted","game":"'
_ID_BYTES = 16


@dataclass
class Round:
    moves: Figures
    deliveries: float
    """Of a move."""
    news_ms: list[float]


async def one_round(database_url: str, every_s: float) -> Round:
    async with race_server(database_url) as server:
        metrics, deliveries, random, late = Metrics(server), Deliveries(), Random("full race"), list[float]()
        players = await racing(server, metrics, random, PLAYERS)
        spectators = [await _spectator(server, players[0].path, deliveries) for _ in range(SPECTATORS - 1)]
        spectators.append(await _spectator(server, players[0].path, deliveries, _lateness(players, late)))
        for player in players:
            player.every_s = every_s
            player.client.hear = deliveries.counted(player.hear)
            asyncio.get_running_loop().call_later(random.uniform(0, every_s), player.send)
        await asyncio.sleep(WARM_UP_S)
        deliveries.count = 0
        late.clear()
        metrics.begin()
        await asyncio.sleep(MEASURED_S)
        figures, count = metrics.end(), deliveries.count
        for player in players:
            player.stopped = True
        for client in (*spectators, *(player.client for player in players)):
            client.transport.abort()
        return Round(figures, count / metrics.count, [1e3 * each for each in late])


async def _spectator(
    server: ServerProcess, path: str, deliveries: Deliveries, hear: Callable[[bytes], None] = lambda _: None
) -> RawClient:
    (stranger,) = await server.people(1)
    client = await raw_client(server.port, path, stranger.token, deliveries.counted(hear))
    client.send(WATCH)
    return client


def _lateness(players: list[Sender], late: list[float]) -> Callable[[bytes], None]:
    """Return what notes how late each move is, from when its player has sent it."""
    by_game = {player.game.encode(): player for player in players}

    def hear(payload: bytes) -> None:
        if payload.startswith(_ACTED):
            late.append(perf_counter() - by_game[payload[len(_ACTED) :][:_ID_BYTES]].sent)

    return hear


async def all_rounds() -> None:
    print(f"a race of {PLAYERS} with {SPECTATORS} spectators, median of {ROUNDS} rounds of {MEASURED_S:.0f} s, SQLite")
    for every_s in PACES_S:
        rounds = []
        for _ in range(ROUNDS):
            with load.sqlite() as url:
                rounds.append(await one_round(url, every_s))
        show(every_s, rounds)


def show(every_s: float, rounds: list[Round]) -> None:
    """Print the median of each figure over the rounds."""
    moves = [each.moves for each in rounds]
    cpu, deliveries = median(each.cpu_us for each in moves), median(each.deliveries for each in rounds)
    news = [lateness for each in rounds for lateness in each.news_ms]
    own = f"p50 {median(each.p50_ms for each in moves):.1f} ms, p99 {median(each.p99_ms for each in moves):.1f} ms"
    print(
        f"a move every {every_s} s each: {median(each.per_second for each in moves):.0f} moves/s,"
        f" {deliveries:.0f} deliveries a move, {cpu:.0f} us of CPU a move, {cpu / deliveries:.2f} us a delivery;"
        f" own moves {own}; news p50 {median(news):.1f} ms, p99 {quantiles(news, n=100)[98]:.1f} ms",
        flush=True,
    )


def run() -> None:
    load.run(all_rounds)
