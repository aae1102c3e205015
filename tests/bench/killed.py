"""One of two servers, with a room of two hundred, is killed (SIGKILL): how long until all are back at the other one.

Fifty players, each with a move a second, and spectators; every one has an identity and comes back as the browser's
client does: after a delay at random, which doubles with each attempt. A player is back with the acknowledgement of the
action that was under way, or of the next one; a spectator with the welcome.

First with the limits of the tests, which are no limits, then with those that a server has by default, where all of them
share one address, as a school does.
"""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from gaprace.settings import ServerSettings
from gaprace.wire import PROTOCOL, Hello, encode
from tests.bench import load
from tests.bench.load import Metrics, race_server
from tests.bench.race import Sender, racing
from tests.raw_websockets import RawClient, raw_client
from tests.redis_server import RedisServer

PLAYERS, SPECTATORS = 50, 150
ROUNDS = 5
PACE_S = 1.0
MIN_DELAY_S, MAX_DELAY_S = 0.15, 5.0
"""Those of `client/net/connection.js`."""
WANTED_S = 3.0
DEFAULT_LIMITS = {
    "GAPRACE_CONNECTIONS_PER_ADDRESS": "400",
    "GAPRACE_REQUESTS_PER_MINUTE": str(ServerSettings().requests_per_minute),
    "GAPRACE_COMMANDS_PER_ADDRESS": str(ServerSettings().commands_per_address),
}
_WELCOME, _BYE = b'{"t":"welcome"', b'{"t":"bye"'


class Guest:
    """A client that comes back by itself."""

    def __init__(self, port: int, path: str, token: str, random: Random, ended: Counter[str]) -> None:
        self.is_back = asyncio.Event()
        self.back_s = 0.0
        """When it was back, from the kill."""
        self.attempts = 0
        self._sender: Sender | None = None
        """Of a player."""
        self._port, self._path, self._token, self._random, self._ended = port, path, token, random, ended
        self._killed: float | None = None
        self._frame = b""
        """The action that is under way."""
        self._is_open = True
        self._tasks = set[asyncio.Task[None]]()

    def take(self, client: RawClient) -> None:
        """Enter by a connection; when it ends, come back."""
        self._client = client
        client.hear, client.when_lost = self._hear, self._lost
        client.send(encode(Hello(PROTOCOL, watch=self._sender is None)))

    def begin(self, sender: Sender) -> None:
        """Play, a move a second."""
        self._sender, self._client = sender, sender.client
        self._client.hear, self._client.when_lost = self._hear, self._lost
        asyncio.get_running_loop().call_later(self._random.uniform(0, PACE_S), self._move, sender)

    def _move(self, sender: Sender) -> None:
        self._frame = sender.next_frame()
        self._send_frame()

    def _send_frame(self) -> None:
        if self._frame and self._is_open:
            self._client.transport.write(self._frame)

    def killed(self, at: float) -> None:
        self._killed, self._is_open = at, False

    def stop(self) -> None:
        self._client.when_lost, self._is_open = lambda: None, False
        self._client.transport.abort()

    def _lost(self) -> None:
        self._is_open = False
        delay = min(MIN_DELAY_S * 2**self.attempts, MAX_DELAY_S) * self._random.uniform(0.5, 1)
        self.attempts += 1
        task = asyncio.get_running_loop().create_task(self._connect(delay))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, delay: float) -> None:
        await asyncio.sleep(delay)
        try:
            client = await raw_client(self._port, self._path, self._token, self._hear)
        except OSError as error:
            self._ended[type(error).__name__] += 1
            self._lost()
            return
        self.take(client)

    def _hear(self, payload: bytes) -> None:
        if payload.startswith(_WELCOME):
            self._is_open = True
            self._send_frame()
            if self._sender is None:
                self._came_back()
        elif payload.startswith(_BYE):
            self._ended[payload.decode()[:60]] += 1
        elif self._sender and payload.startswith(self._sender.answer):
            self._frame = b""
            self._came_back()
            asyncio.get_running_loop().call_later(PACE_S, self._move, self._sender)

    def _came_back(self) -> None:
        if self._killed and self._is_open and not self.is_back.is_set():
            self.back_s = perf_counter() - self._killed
            self.is_back.set()


async def one_round(settings: dict[str, str], ended: Counter[str]) -> list[Guest]:
    random = Random("killed")
    with load.sqlite() as url, TemporaryDirectory() as folder, RedisServer(Path(folder)) as redis:
        settings = {**settings, "GAPRACE_BUS_URL": redis.url}
        async with race_server(url, settings) as server, race_server(url, settings) as other:
            senders = await racing(server, Metrics(server), random, PLAYERS)
            path, strangers = senders[0].path, await server.people(SPECTATORS)
            tokens = [*(each.token for each in senders), *(each.token for each in strangers)]
            guests = [Guest(other.port, path, token, random, ended) for token in tokens]
            for guest, sender in zip(guests, senders, strict=False):
                guest.begin(sender)
            for guest, stranger in zip(guests[PLAYERS:], strangers, strict=True):
                guest.take(await raw_client(server.port, path, stranger.token, lambda _: None))
            await asyncio.sleep(2 * PACE_S)
            began = perf_counter()
            for guest in guests:
                guest.killed(began)
            await server.kill()
            await asyncio.gather(*(guest.is_back.wait() for guest in guests))
            for guest in guests:
                guest.stop()
            return guests


def show(name: str, rounds: list[list[Guest]], ended: Counter[str]) -> None:
    """Print when the last ones were back."""
    last = sorted(max(guest.back_s for guest in guests) for guests in rounds)
    print(
        f"{name}: all back after {median(last):.2f} s (worst of {len(last)}: {last[-1]:.2f}; wanted: {WANTED_S:.0f});"
        f" attempts {max(guest.attempts for guests in rounds for guest in guests)} at most;"
        f" refused: {dict(ended) or 'none'}",
        flush=True,
    )


async def all_rounds(rounds: int) -> None:
    print(f"{PLAYERS} players and {SPECTATORS} spectators, two servers on SQLite, {rounds} rounds")
    for name, settings in (("without limits", {}), ("with default limits, one address", DEFAULT_LIMITS)):
        ended = Counter[str]()
        show(name, [await one_round(settings, ended) for _ in range(rounds)], ended)


def run(rounds: int = ROUNDS) -> None:
    load.run(lambda: all_rounds(rounds))
