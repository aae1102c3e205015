"""A spectator that stops reading, among a hundred active connections, costs nobody anything."""

import asyncio
from random import Random
from statistics import median, quantiles

from gaprace.bot.room_replica import RoomReplica
from gaprace.wire import PROTOCOL, Hello, Welcome, decode_event, encode
from tests.bench.load import Metrics
from tests.bench.race import racing
from tests.processes import PATIENCE_S, ServerProcess, until
from tests.raw_websockets import RawClient, raw_client

ACTIVE = 50
"""Players that act, and again as many spectators that read."""
PACE_S = 0.06
"""The time between two moves of a player."""
SAMPLES = 500
"""Answers that are measured without the slow reader; with it, at least as many."""
STREAM = 500_000
"""Bytes told to each spectator while one of them does not read: more than what may be kept for it."""
MAX_KEPT = 300_000
"""Bytes that may still come of what was told meanwhile: its outbox (64 KiB) and the socket's buffers on both sides."""
MAX_GROWTH = 24_000_000
"""Bytes of the server's memory. Its own noise is a few; keeping the stream for every connection would cost 90."""
NOISE, MEDIAN_NOISE_S, P99_NOISE_S = 5, 0.25, 1.0
"""The longest allowed wait, as a multiple of the usual one before, plus a constant: other tests keep the machine
busy. In a server that waits for its slow readers, everyone waits until it gives them up, 20 seconds and more."""


class Watcher:
    """A spectator that counts its messages, and keeps them if asked to."""

    def __init__(self, *, keeps: bool = False) -> None:
        self.bytes = 0
        self.kept: list[bytes] = []
        self.welcomed = asyncio.Event()
        self.client: RawClient
        self._keeps = keeps

    def hear(self, payload: bytes) -> None:
        self.bytes += len(payload)
        self.welcomed.set()
        if self._keeps:
            self.kept.append(payload)

    @property
    def welcomes(self) -> list[int]:
        """Where in what was kept it was told the present, whole."""
        return [at for at, payload in enumerate(self.kept) if payload.startswith(b'{"t":"welcome"')]

    def replica(self) -> RoomReplica:
        """The picture made of everything that came."""
        replica = RoomReplica()
        for payload in self.kept:
            replica.apply(decode_event(payload))
        return replica


async def connected(watcher: Watcher, port: int, path: str, token: str, *, narrow: bool = False) -> None:
    watcher.client = await raw_client(port, path, token, watcher.hear, narrow=narrow)
    watcher.client.send(encode(Hello(PROTOCOL, watch=True)))
    await asyncio.wait_for(watcher.welcomed.wait(), PATIENCE_S)


def p99(latencies: list[float]) -> float:
    return quantiles(latencies, n=100)[98]


async def test_nobody_waits_for_a_spectator_that_stops_reading(sqlite_url: str) -> None:
    random = Random()
    async with ServerProcess(sqlite_url) as server:
        metrics = Metrics(server)
        players, (stranger,) = await racing(server, metrics, random, ACTIVE), await server.people(1)
        reading, slow = [Watcher(keeps=number == 0) for number in range(ACTIVE)], Watcher(keeps=True)
        for watcher in (*reading, slow):
            await connected(watcher, server.port, players[0].path, stranger.token, narrow=watcher is slow)
        for player in players:
            player.every_s = PACE_S
            asyncio.get_running_loop().call_later(random.uniform(0, PACE_S), player.send)
        await until(lambda: len(metrics.latencies) >= SAMPLES)
        usual = [*metrics.latencies]

        slow.client.transport.pause_reading()
        metrics.latencies.clear()
        told, heard, memory = reading[0].bytes, slow.bytes, server.resident_bytes()
        await until(lambda: reading[0].bytes - told >= STREAM and len(metrics.latencies) >= SAMPLES)
        beside, skipped = [*metrics.latencies], reading[0].bytes - told
        growth = server.resident_bytes() - memory

        slow.client.transport.resume_reading()
        await until(lambda: len(slow.welcomes) > 1)
        for player in players:
            player.stopped = True
        await until(lambda: slow.replica().games == reading[0].replica().games)
        assert not any(player.client.is_closed for player in players), "all were answered to the end"

    assert median(beside) < NOISE * median(usual) + MEDIAN_NOISE_S
    assert p99(beside) < NOISE * p99(usual) + P99_NOISE_S
    assert growth < MAX_GROWTH
    kept = sum(map(len, slow.kept[: slow.welcomes[1]])) - heard
    assert kept < MAX_KEPT < skipped
    assert isinstance(decode_event(slow.kept[slow.welcomes[1]]), Welcome)
