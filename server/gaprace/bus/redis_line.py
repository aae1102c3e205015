"""A line to one Redis or Valkey server: a connection that listens, and one that tells, since one cannot do both."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import ConnectionError as LineDown
from redis.exceptions import ResponseError

CONNECT_S = 2.0
AT_ONCE = 1000
"""How many channels are named in one command."""


@dataclass(frozen=True, slots=True)
class Words:
    """The commands of one kind of publishing, and how its messages are called."""

    publish: str
    subscribe: str
    unsubscribe: str
    message: bytes
    subscribed: bytes


PLAIN = Words("PUBLISH", "SUBSCRIBE", "UNSUBSCRIBE", b"message", b"subscribe")
SHARDED = Words("SPUBLISH", "SSUBSCRIBE", "SUNSUBSCRIBE", b"smessage", b"ssubscribe")
"""In a cluster: a channel lives on one server, instead of every message going to all of them."""


def pool_of(url: str, **changes: object) -> ConnectionPool:
    """Return what makes connections to a URL, or to another server of its cluster.

    Raises:
        ValueError: it is no URL of a Redis.

    """
    pool = ConnectionPool.from_url(
        url,
        protocol=2,
        socket_connect_timeout=CONNECT_S,
        socket_timeout=None,  # or redis-py uses `wait_for`, which in Python 3.11 now and then swallows a cancellation
        retry=Retry(NoBackoff(), 0),  # whoever uses the line connects anew, all of it
        health_check_interval=0,
    )
    pool.connection_kwargs.update(changes)
    return pool


class Line:
    """Two connections to one server. Every method may raise RedisError or OSError: the line is dead.

    A method may wait for ever on a server that hangs: who calls it sets a time limit.
    """

    def __init__(self, pool: ConnectionPool, words: Words) -> None:
        self.words = words
        self._ear: AbstractConnection = pool.make_connection()
        self._mouth: AbstractConnection = pool.make_connection()

    async def open(self) -> None:
        """Connect both."""
        await self._mouth.connect()
        await self._ear.connect()

    async def ask(self, *command: str) -> Any:  # noqa: ANN401 (whatever the server says)
        """Return the answer to one command."""
        await self._mouth.send_command(*command)
        return await self._mouth.read_response()

    async def publish(self, notes: Sequence[tuple[str, bytes]]) -> None:
        """Tell (channel, message) pairs, all at once."""
        await self._mouth.send_packed_command(
            self._mouth.pack_commands([(self.words.publish, channel, note) for channel, note in notes])
        )
        for _ in notes:
            await self._mouth.read_response()

    async def subscribe(self, channels: Sequence[str]) -> None:
        """Ask for the messages of channels."""
        await self._say(self.words.subscribe, channels)

    async def unsubscribe(self, channels: Sequence[str]) -> None:
        """Ask for them no longer."""
        await self._say(self.words.unsubscribe, channels)

    async def _say(self, command: str, channels: Sequence[str]) -> None:
        for at in range(0, len(channels), AT_ONCE):
            await self._ear.send_command(command, *channels[at : at + AT_ONCE])

    async def hear(self) -> tuple[bytes, str, bytes]:
        """Wait for the next thing: its kind, its channel, its content."""
        kind, channel, content = await self._ear.read_response(timeout=math.inf)
        return kind, channel.decode(), content

    async def close(self) -> None:
        """Hang up."""
        for connection in (self._ear, self._mouth):
            await connection.disconnect(nowait=True)


@dataclass(frozen=True, slots=True)
class Shard:
    """One server of a cluster, and the slots from first to last that it has, in ranges."""

    host: str
    """Empty for the host that was asked."""
    port: int
    ranges: tuple[tuple[int, int], ...]

    def has(self, channel: str) -> bool:
        """Whether a channel lives there."""
        slot = key_slot(channel.encode())
        return any(first <= slot <= last for first, last in self.ranges)


ALONE = Shard("", 0, ((0, REDIS_CLUSTER_HASH_SLOTS - 1),))
"""A server that belongs to no cluster: everything lives there."""


async def cluster_of(line: Line) -> list[Shard]:
    """Return the servers of the cluster that this one belongs to; none, if it belongs to none.

    Raises:
        LineDown: the cluster is not ready.

    """
    try:
        answer = await line.ask("CLUSTER", "SLOTS")
    except ResponseError:
        return []
    if not answer:
        raise LineDown("The cluster serves no slots yet.")
    ranges: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for first, last, (host, port, *_), *_ in answer:
        ranges.setdefault(((host or b"").decode(), port), []).append((first, last))
    return [Shard(host, port, tuple(each)) for (host, port), each in ranges.items()]
