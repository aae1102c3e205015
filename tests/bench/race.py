"""Durable refereed moves a second over real sockets, against the echo of a bare Starlette application.

Each player is in a solo room and makes its next move when the previous one is acknowledged, and so stored. The echo has
as many connections, each with one message in flight, of the size of a move. Server and load have one core each;
Postgres shares that of the load. The latency of a lone player's move stands beside that of a disk sync.
"""

import asyncio
import os
from collections.abc import Callable
from random import Random
from statistics import median
from tempfile import TemporaryFile
from time import perf_counter

from gaprace.bot.room_url import new_room
from gaprace.rules.actions import action_text
from gaprace.rules.board import GAP, ROWS, TWOS, Board, Move
from gaprace.rules.deal import opening
from gaprace.rules.variants import VARIANTS
from gaprace.wire import PROTOCOL, Hello, Present, Settings, Start, Started, Starting, Welcome, decode_event, encode
from gaprace.wire.http import Identity
from tests.bench import load
from tests.bench.load import MEASURED_S, ROUNDS, WARM_UP_S, Figures, Metrics, bare_server, race_server, show, show_ratio
from tests.positions import random_code
from tests.processes import ServerProcess
from tests.raw_websockets import RawClient, raw_client, text_frame

PLAYERS = 200
LONE_EVERY_S = 0.01
SYNCS = 100
VARIANT = VARIANTS["addiction"]


class Sender:
    """One connection with one message in flight."""

    def __init__(self, metrics: Metrics, next_frame: Callable[[], bytes], answer: bytes) -> None:
        self.client: RawClient
        self.path = self.game = self.code = self.token = ""
        """The path of the room, the id of the game, the code of the deal, and the token of the player."""
        self.next_frame = next_frame
        self._metrics = metrics
        self.answer = answer
        """How every answer to its messages begins."""
        self.sent = 0.0
        """When it has sent its last message, by `perf_counter`."""
        self.every_s = 0.0
        """The least interval between two messages."""
        self.stopped = False

    def send(self) -> None:
        if not self.stopped:
            self.sent = perf_counter()
            self.client.transport.write(self.next_frame())

    def _send_in(self, seconds: float) -> None:
        if seconds > 0:
            asyncio.get_running_loop().call_later(seconds, self.send)
        else:
            self.send()

    def hear(self, payload: bytes) -> None:
        if payload.startswith(self.answer):
            self._metrics.count += 1
            self._metrics.latencies.append(perf_counter() - self.sent)
            self._send_in(self.sent + self.every_s - perf_counter())
        elif payload.startswith(b'{"t":"refused"'):
            raise AssertionError(payload)


def endless_deal(random: Random) -> tuple[str, tuple[Move, Move]]:
    """Return a deal code with a 2 at one left end and a gap at another: that 2 can move back and forth without end."""
    while True:
        code = random_code(random)
        board: Board = opening(VARIANT, code)
        ends = [row * board.columns for row in range(ROWS)]
        twos = [end for end in ends if board.cells[end] in TWOS]
        gaps = [end for end in ends if board.cells[end] == GAP]
        if twos and gaps:
            card = board.cells[twos[0]]
            return code, (Move(card, gaps[0]), Move(card, twos[0]))


def moves_of(game: str, there_and_back: tuple[Move, Move]) -> Callable[[], bytes]:
    """Return a function that returns the frame of the next move."""
    template = [f'{{"t":"act","game":"{game}","n":%d,"action":"{action_text(move)}"}}' for move in there_and_back]
    n = 0

    def next_frame() -> bytes:
        nonlocal n
        n += 1
        return text_frame((template[(n + 1) % 2] % n).encode())

    return next_frame


async def measured(metrics: Metrics, senders: list[Sender]) -> Figures:
    for sender in senders:
        sender.send()
    await asyncio.sleep(WARM_UP_S)
    metrics.begin()
    await asyncio.sleep(MEASURED_S)
    figures = metrics.end()
    for sender in senders:
        sender.stopped = True
    return figures


async def echo_round() -> Figures:
    async with bare_server() as server:
        metrics = Metrics(server)
        payload = b'{"t":"act","game":"0123456789abcdef","n":123,"action":"6D@27"}'
        frame = text_frame(payload)
        senders = [Sender(metrics, lambda: frame, payload) for _ in range(PLAYERS)]
        for sender in senders:
            sender.client = await raw_client(server.port, "/echo", "", sender.hear)
        figures = await measured(metrics, senders)
        for sender in senders:
            sender.client.transport.abort()
        return figures


class Entering:
    """A connection until its race has started."""

    def __init__(self, player: str, players: int) -> None:
        self.game = ""
        self.together, self.started = asyncio.Event(), asyncio.Event()
        """Set once all players are connected."""
        self._player, self._players = player, players

    def hear(self, payload: bytes) -> None:
        match decode_event(payload):
            case Welcome(present=Present(members)) | Present(members) if len(members) == self._players:
                self.together.set()
            case Starting(race):
                self.game = next(seat.game for seat in race.seats if seat.player == self._player)
            case Started():
                self.started.set()
            case _:
                pass


async def moves_round(database_url: str, players: int, room_of: int, every_s: float = 0.0) -> Figures:
    random = Random("benchmark")
    async with race_server(database_url) as server:
        metrics, senders = Metrics(server), []
        for _ in range(players // room_of):
            senders += await racing(server, metrics, random, room_of)
        for sender in senders:
            sender.every_s = every_s
        figures = await measured(metrics, senders)
        for sender in senders:
            sender.client.transport.abort()
        return figures


async def racing(server: ServerProcess, metrics: Metrics, random: Random, players: int) -> list[Sender]:
    """Open a room, start a race, and return its players."""
    people = await server.people(players)
    code, there_and_back = endless_deal(random)
    path, games = await started(server, people, Settings(seats=players, code=code))
    senders = []
    for person, (game, client) in zip(people, games, strict=True):
        sender = Sender(metrics, moves_of(game, there_and_back), f'{{"t":"acted","game":"{game}"'.encode())
        sender.game, sender.code, sender.token = game, code, person.token
        sender.path, sender.client, client.hear = path, client, sender.hear
        senders.append(sender)
    return senders


async def started(
    server: ServerProcess, people: list[Identity], settings: Settings
) -> tuple[str, list[tuple[str, RawClient]]]:
    """Start a race of people in a room of the first one; return its path, and the game and connection of each."""
    room = await new_room(server.url, settings, people[0].token)
    path = f"/ws/rooms/{room.code}"
    entering = [Entering(person.id, len(people)) for person in people]
    clients = [
        await raw_client(server.port, path, person.token, enter.hear)
        for person, enter in zip(people, entering, strict=True)
    ]
    for client in clients:
        client.send(encode(Hello(PROTOCOL)))
    await entering[0].together.wait()
    clients[0].send(encode(Start()))
    for enter in entering:
        await enter.started.wait()
    return path, [(enter.game, client) for enter, client in zip(entering, clients, strict=True)]


def sync_ms() -> float:
    """Return the time of writing and syncing a page to the disk: the median of some."""
    taken = []
    with TemporaryFile(buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(4096))
            began = perf_counter()
            os.fdatasync(file.fileno())
            taken.append(1e3 * (perf_counter() - began))
    return median(taken)


async def all_rounds() -> None:
    print(f"{PLAYERS} connections, one message in flight on each, median of {ROUNDS} rounds of {MEASURED_S:.0f} s")
    echo, on_sqlite, on_postgres = [], [], []
    lone_on_sqlite, lone_on_postgres, syncs_ms = [], [], []
    for _ in range(ROUNDS):
        echo.append(await echo_round())
        with load.sqlite() as url:
            on_sqlite.append(await moves_round(url, PLAYERS, 1))
            lone_on_sqlite.append(await moves_round(url, 1, 1, LONE_EVERY_S))
        with load.postgres() as url:
            on_postgres.append(await moves_round(url, PLAYERS, 1))
            lone_on_postgres.append(await moves_round(url, 1, 1, LONE_EVERY_S))
        syncs_ms.append(sync_ms())
    show("bare Starlette echo", echo)
    show("durable refereed moves, SQLite", on_sqlite)
    show("durable refereed moves, Postgres", on_postgres)
    show("a lone move, SQLite", lone_on_sqlite)
    show("a lone move, Postgres", lone_on_postgres)
    print(f"a disk sync: {median(syncs_ms):.1f} ms")
    show_ratio("moves on SQLite / echo", on_sqlite, echo, 0.6)
    show_ratio("moves on Postgres / echo", on_postgres, echo, 0.6)


def run() -> None:
    load.run(all_rounds)
