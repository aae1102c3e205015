"""A client with a genuine identity that sends what it should not, and reconnects to send more."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote

from gaprace.errors import Disconnected
from gaprace.web.ws.conversation import CommandReader
from gaprace.wire import Act, Bye, Command, Event, Leave, Pong, Refused, Welcome, decode_event
from gaprace.wire.http import Identity
from tests.fuzz import hostile_values
from tests.fuzz.grammar import Facts, Speaker
from tests.fuzz.mutations import Sent, breach, mutated, written
from tests.raw_websockets import RawClient, text_frame

ANSWER_TIMEOUT_S = 60.0
"""Long enough for a busy machine."""
MAX_BATCH = 60
VALID_SHARE = 0.2
"""Of messages that are sent unchanged, so that rooms and games progress."""
UNLIMITED = 1_000_000
"""Commands a second that the server allows, so that it reads all of them."""
ROOM_REASONS = {
    "foreign_origin",
    "kicked",
    "left",
    "no_identity",
    "players_cannot_watch",
    "room_closed",
    "room_full",
    "room_locked",
    "room_not_found",
    "fell_behind",
}
"""Reasons to close that do not follow from a message, but from the identity or the state of the room."""


class Oracle:
    """Predicts which message ends a connection, with the server's own reader."""

    def __init__(self) -> None:
        self.end: str | None = None
        """The predicted close reason; empty for a breach of the WebSocket protocol."""
        self.act: Act | None = None
        """The last message, if it is an action."""
        self._reader = CommandReader(UNLIMITED, 0.0)

    def first(self, sent: Sent) -> str | None:
        """Read the first message, and return `end`."""
        said = self._read(self._reader.read_hello, sent)
        if isinstance(said, Refused):
            self.end = "no_hello"
        return self.end

    def later(self, sent: Sent) -> str | None:
        """Read a later message, and return `end`."""
        said = self._read(self._reader.read_command, sent)
        self.act = said if isinstance(said, Act) else None
        if isinstance(said, Leave):
            self.end = "left"
        return self.end

    def _read(self, read: Callable[[str | bytes, float], Command | Refused], sent: Sent) -> Command | Refused | None:
        if sent.content is None:
            self.end = ""
            return None
        try:
            return read(sent.content, 0.0)
        except Disconnected as closed:
            self.end = closed.code
            return None


class AttackerConnection(RawClient):
    """A connection that keeps what the attacker needs of its events."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(self._take)
        self.facts = facts
        self.heard: Counter[str] = Counter()
        self.bye: Bye | None = None
        self.welcomed = False
        self._pongs: set[float] = set()
        self._news = asyncio.Event()

    def _take(self, payload: bytes) -> None:
        event: Event = decode_event(payload)
        self.heard[type(event).__name__] += 1
        match event:
            case Welcome():
                self.welcomed = True
            case Bye():
                self.bye = event
            case Pong(sent):
                self._pongs.add(sent)
            case Refused(command=command, code=code):
                self.heard[f"{command or '?'}: {code}"] += 1
        self.facts.learn(event)
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._news.set()

    async def until_welcome(self) -> bool:
        await self._until(lambda: self.welcomed)
        return self.welcomed

    async def until_pong(self, mark: float) -> bool:
        await self._until(lambda: mark in self._pongs)
        return mark in self._pongs

    async def until_closed(self) -> None:
        await self._until(lambda: False)

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds or the connection is closed."""
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            while not self.is_closed and not holds():
                self._news.clear()
                await self._news.wait()


@dataclass
class Tally:
    """Counters of a run."""

    messages: int = 0
    """Messages that the server has read, or for which it has closed the connection."""
    cut_short: int = 0
    """Messages sent after a room had closed the connection for another reason."""
    connections: int = 0
    heard: Counter[str] = field(default_factory=Counter)
    """Events by type; refusals also by command and code."""
    ends: Counter[str] = field(default_factory=Counter)
    """Connections by close reason."""


@dataclass
class Attacker:
    """A client that attacks with one identity, which it may share with others."""

    name: str
    """With the seed and the number of a connection, this determines what the connection sends."""
    port: int
    identity: Identity
    tally: Tally

    async def attack(self, seed: int, number: int, code: str) -> None:
        """Make one connection to a room.

        Raises:
            AssertionError: the server did not answer as it should.

        """
        random = Random(f"{seed}/{self.name}/{number}")
        try:
            connection = await self._connected(random, code)
        except ConnectionError as refused:  # the message is the status connection
            self.tally.ends[str(refused).partition("\r\n")[0]] += 1
            return
        finally:
            self.tally.connections += 1
        sent: list[Sent] = []
        try:
            await self._converse(random, connection, sent)
        except BaseException:
            print(f"seed {seed}, {self.name}, connection {number}: {[each.frames for each in sent]!r}")
            raise
        finally:
            connection.transport.abort()
            self.tally.heard += connection.heard

    async def _connected(self, random: Random, code: str) -> AttackerConnection:
        token, path = self.identity.token, f"/ws/rooms/{code}"
        if random.random() < 0.01:
            path = f"/ws/rooms/{quote(hostile_values.text(random), safe='')}"
        elif random.random() < 0.01:
            token = token[: random.randrange(1, len(token))]
        _, connection = await asyncio.get_running_loop().create_connection(
            lambda: AttackerConnection(Facts()), "127.0.0.1", self.port
        )
        await connection.upgrade(self.port, path, token)
        return connection

    async def _converse(self, random: Random, connection: AttackerConnection, sent: list[Sent]) -> None:
        oracle, speaker = Oracle(), Speaker(random, connection.facts)
        sent.append(self._greeting(random, speaker))
        connection.transport.write(sent[0].frames)
        end = oracle.first(sent[0])
        if end is None and await connection.until_welcome():
            sent += self._batch(random, speaker, oracle, connection.facts)
            connection.transport.write(b"".join(each.frames for each in sent[1:]))
            end = oracle.end
        await self._ended(random, connection, end, len(sent))

    def _batch(self, random: Random, speaker: Speaker, oracle: Oracle, facts: Facts) -> list[Sent]:
        """Return messages up to the one that ends the connection."""
        batch: list[Sent] = []
        for _ in range(random.randrange(1, MAX_BATCH)):
            batch.append(self._message(random, speaker))
            if oracle.later(batch[-1]) is not None:
                break
            if oracle.act:
                facts.follow(oracle.act)
        return batch

    @staticmethod
    def _greeting(random: Random, speaker: Speaker) -> Sent:
        if random.random() < 0.9:
            data = written(speaker.hello())
            return Sent(text_frame(data), data.decode())
        tree = speaker.hello() if random.random() < 0.5 else speaker.command()
        return breach(random, written(tree)) if random.random() < 0.1 else mutated(random, tree, 0.3)

    @staticmethod
    def _message(random: Random, speaker: Speaker) -> Sent:
        if random.random() < 0.005:
            return breach(random, written(speaker.command()))
        tree = {"t": "leave"} if random.random() < 0.002 else speaker.command()
        if random.random() < VALID_SHARE:
            return Sent(text_frame(written(tree)), written(tree).decode())
        return mutated(random, tree, 0.09)

    async def _ended(self, random: Random, connection: AttackerConnection, end: str | None, count: int) -> None:
        """Wait until the server has read all messages: it answers the last one, or closes the connection."""
        if end is None and not connection.bye:
            mark = random.random()
            connection.transport.write(text_frame(written({"t": "ping", "sent": mark})))
            if await connection.until_pong(mark):
                self.tally.messages += count
                return
        await connection.until_closed()
        self._note_end(connection, end, count)

    def _note_end(self, connection: AttackerConnection, end: str | None, count: int) -> None:
        code = connection.bye.code if connection.bye else None
        self.tally.ends[code or "closed"] += 1
        if code in ROOM_REASONS and code != end:
            self.tally.cut_short += count
            return
        self.tally.messages += count
        assert code == (end or None), f"the connection was closed with {code}, not with {end}"
