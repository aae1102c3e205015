"""One of two servers, with a room of two hundred, is killed (SIGKILL): how long until all are back at the other one.

Fifty players, each with a move a second, and spectators; every one has an identity and comes back as the browser's
client does: after a delay at random, which doubles with each attempt. A player is back with the acknowledgement of the
action that was under way, or of the next one; a spectator with the welcome. The times of each client's last attempt
show where the time goes.

First with the limits of the tests, which are no limits, then with those that a server has by default, where all of them
share one address, as a school does.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
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


@dataclass
class Return:
    """When a client was at each point of its way back, in seconds from the kill."""

    lost: float = 0.0
    tried: float = 0.0
    """The beginning of the last attempt."""
    opened: float = 0.0
    welcomed: float = 0.0
    back: float = 0.0
    attempts: int = 0


class Guest:
    """A client that comes back by itself."""

    def __init__(self, port: int, path: str, token: str, random: Random, ended: Counter[str]) -> None:
        self.way = Return()
        self.is_back = asyncio.Event()
        self._sender: Sender | None = None
        """Of a player."""
        self._port, self._path, self._token, self._random, self._ended = port, path, token, random, ended
        self._killed = 0.0
        self._frame = b""
        """The action that is under way."""
        self._is_open = True
        self._tasks = set[asyncio.Task[None]]()

    def take(self, client: RawClient) -> None:
        """Go on with a connection; when it ends, come back."""
        self._client = client
        client.hear, client.when_lost = self._hear, self._lost

    def begin(self, sender: Sender) -> None:
        """Play, a move a second."""
        self._sender = sender
        asyncio.get_running_loop().call_later(self._random.uniform(0, PACE_S), self._move, sender)

    def _move(self, sender: Sender) -> None:
        self._frame = sender.next_frame()
        self._send_frame()

    def _send_frame(self) -> None:
        if self._frame and self._is_open:
            self._client.transport.write(self._frame)

    def killed(self, at: float) -> None:
        self._killed = at
        self.way, self.is_back = Return(), asyncio.Event()

    def stop(self) -> None:
        self._client.when_lost, self._is_open = lambda: None, False
        self._client.transport.abort()

    def _now(self) -> float:
        return perf_counter() - self._killed

    def _lost(self) -> None:
        self.way.lost, self._is_open = self.way.lost or self._now(), False
        delay = min(MIN_DELAY_S * 2**self.way.attempts, MAX_DELAY_S) * self._random.uniform(0.5, 1)
        self.way.attempts += 1
        task = asyncio.get_running_loop().create_task(self._connect(delay))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, delay: float) -> None:
        await asyncio.sleep(delay)
        self.way.tried = self._now()
        try:
            client = await raw_client(self._port, self._path, self._token, self._hear)
        except OSError as error:
            self._ended[type(error).__name__] += 1
            self._lost()
            return
        self.way.opened = self._now()
        self.take(client)
        client.send(encode(Hello(PROTOCOL, watch=self._sender is None)))

    def _hear(self, payload: bytes) -> None:
        if payload.startswith(_WELCOME):
            self.way.welcomed, self._is_open = self._now(), True
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
        if self.way.welcomed and not self.is_back.is_set():
            self.way.back = self._now()
            self.is_back.set()


async def one_round(settings: dict[str, str], ended: Counter[str]) -> list[Return]:
    random = Random("killed")
    with load.sqlite() as url, TemporaryDirectory() as folder, RedisServer(Path(folder)) as redis:
        settings = {**settings, "GAPRACE_BUS_URL": redis.url}
        async with race_server(url, settings) as server, race_server(url, settings) as other:
            senders = await racing(server, Metrics(server), random, PLAYERS)
            path = senders[0].path
            guests = []
            for sender in senders:
                guest = Guest(other.port, path, sender.token, random, ended)
                guest.take(sender.client)
                guest.begin(sender)
                guests.append(guest)
            for stranger in await server.people(SPECTATORS):
                guest = Guest(other.port, path, stranger.token, random, ended)
                client = await raw_client(server.port, path, stranger.token, lambda _: None)
                guest.take(client)
                client.send(encode(Hello(PROTOCOL, watch=True)))
                guests.append(guest)
            await asyncio.sleep(2 * PACE_S)
            began = perf_counter()
            for guest in guests:
                guest.killed(began)
            await server.kill()
            await asyncio.gather(*(guest.is_back.wait() for guest in guests))
            for guest in guests:
                guest.stop()
            return [guest.way for guest in guests]


def show(name: str, rounds: list[list[Return]], ended: Counter[str]) -> None:
    """Print when the last ones were back, and the medians of the steps, of all clients of all rounds."""
    last = sorted(max(way.back for way in ways) for ways in rounds)
    ways = [way for each in rounds for way in each]

    def step(read: Callable[[Return], float]) -> str:
        found = sorted(map(read, ways))
        return f"{median(found):.2f} ({found[-1]:.2f})"

    print(f"{name}: all back after {median(last):.2f} s (worst of {len(last)}: {last[-1]:.2f}; wanted: {WANTED_S:.0f})")
    print(
        f"  medians (and longest) in s: the cut is noticed {step(lambda way: way.lost)},"
        f" waiting {step(lambda way: way.tried - way.lost)}, open {step(lambda way: way.opened - way.tried)},"
        f" welcome {step(lambda way: way.welcomed - way.opened)}, action {step(lambda way: way.back - way.welcomed)};"
        f" attempts {max(way.attempts for way in ways)} at most; refused: {dict(ended) or 'none'}",
        flush=True,
    )


async def all_rounds(rounds: int) -> None:
    print(f"{PLAYERS} players and {SPECTATORS} spectators, two servers on SQLite, {rounds} rounds")
    for name, settings in (("without limits", {}), ("with default limits, one address", DEFAULT_LIMITS)):
        ended = Counter[str]()
        show(name, [await one_round(settings, ended) for _ in range(rounds)], ended)


def run(rounds: int = ROUNDS) -> None:
    load.run(lambda: all_rounds(rounds))
