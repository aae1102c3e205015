"""One sender to a thousand spectators, against a plain loop of `send_text` in a bare Starlette application, and against
a loop of `socket.send`: as fast as one write for each delivery can be.

In the race server each broadcast is a move in a solo room: refereed, stored, and sent to all spectators.
"""

import os
from collections.abc import Callable
from random import Random

from gaprace.wire import PROTOCOL, Hello, encode
from tests.bench import load
from tests.bench.load import (
    MEASURED_S,
    ROUNDS,
    WARM_UP_S,
    Figures,
    Metrics,
    bare_server,
    race_server,
    send_server,
    show,
    show_ratio,
)
from tests.bench.race import racing
from tests.bench.spectators import SpectatorPool
from tests.processes import ServerProcess
from tests.raw_websockets import RawClient, raw_client, text_frame

SPECTATORS = 1000
IN_FLIGHT = 4
"""Broadcasts in flight, enough to keep the server busy."""
AN_ACTION = b'{"t":"acted","game":"0123456789abcdef","n":123,"action":"6D@27","ms":123456,"check":1234567890}'


def measured(
    server: ServerProcess, pool: SpectatorPool, sender: RawClient, next_frame: Callable[[], bytes], under_way: int
) -> Figures:
    """Measure one round; blocks the event loop."""
    metrics = Metrics(server)
    write = sender.transport.get_extra_info("socket").fileno()
    metrics.latencies = pool.hear(
        lambda: os.write(write, next_frame()), under_way, MEASURED_S, metrics.begin, WARM_UP_S
    )
    metrics.count = len(metrics.latencies)
    figures = metrics.end()
    pool.close()
    sender.transport.abort()
    return figures


async def plain_round(of: Callable[[], ServerProcess], under_way: int) -> Figures:
    async with of() as server:
        sender = await raw_client(server.port, "/fan", "", lambda _: None)
        pool = SpectatorPool(server.port, "/fan", [""] * SPECTATORS)
        return measured(server, pool, sender, lambda: text_frame(AN_ACTION), under_way)


async def race_round(database_url: str, under_way: int) -> Figures:
    async with race_server(database_url) as server:
        (racer,) = await racing(server, Metrics(server), Random("benchmark"), 1)
        (stranger,) = await server.people(1)
        hello = encode(Hello(PROTOCOL, watch=True))
        pool = SpectatorPool(server.port, racer.path, [stranger.token] * SPECTATORS, hello)
        return measured(server, pool, racer.client, racer.next_frame, under_way)


async def all_rounds() -> None:
    print(f"1 sender to {SPECTATORS} spectators, median of {ROUNDS} rounds of {MEASURED_S:.0f} s")
    for under_way in (IN_FLIGHT, 1):
        plain, sent, on_sqlite = [], [], []
        for _ in range(ROUNDS):
            plain.append(await plain_round(bare_server, under_way))
            sent.append(await plain_round(send_server, under_way))
            with load.sqlite() as url:
                on_sqlite.append(await race_round(url, under_way))
        print(f"{under_way} in flight:" if under_way > 1 else "each sent when the previous one has reached everyone:")
        show("plain send_text loop, deliveries", plain)
        show("bare socket.send, deliveries", sent)
        show("durable refereed moves, deliveries", on_sqlite)
        show_ratio("moves / plain loop", on_sqlite, plain, 2.0)
        show_ratio("moves / bare socket.send", on_sqlite, sent, 0.8)


def run() -> None:
    load.run(all_rounds)
