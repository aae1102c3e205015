"""The servers behind a Redis or Valkey URL, through redis-py: a single server, or all primaries of a cluster.

On a cluster, channels are sharded: a channel lives on the server that owns its hash slot, and its messages go to that
server alone (https://valkey.io/topics/pubsub, "Sharded Pub/Sub"). redis-py finds the servers and the slots; each
server gets a `PubSub` of its own, because redis-py's `ClusterPubSub` (8.1) falls short of what the bus promises:

- `get_sharded_message` polls the servers in turns: polled every 0.5 s, a message of two servers arrived 0.5 s late;
- after a change of slots it moves subscriptions in the background, without telling that messages may have been lost;
- each subscription copies the table of all channels (0.17 ms of CPU at 10 000).
"""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from redis.asyncio import ConnectionPool, Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisClusterException, RedisError, ResponseError

CONNECT_TIMEOUT_S = 2.0
BATCH_SIZE = 1000
"""The number of channels named in one command."""
FAILURES = (RedisError, RedisClusterException, OSError, TimeoutError)
"""What a server that is down, hangs or moves its channels makes the methods below raise."""
_OPTIONS = {
    "protocol": 2,
    "socket_connect_timeout": CONNECT_TIMEOUT_S,
    "socket_timeout": None,
    "retry": Retry(NoBackoff(), 0),  # the bus connects again by itself, so it knows when messages may have been lost
}


class PubSubEvent(NamedTuple):
    """Something that a server sent on a pub/sub connection."""

    type: str
    """`message`, `subscribe` or `unsubscribe`, also for sharded channels."""
    channel: str
    data: bytes
    """Of a message; otherwise without meaning."""


_EVENT_TYPES = {
    "message": "message",
    "smessage": "message",
    "subscribe": "subscribe",
    "ssubscribe": "subscribe",
    "unsubscribe": "unsubscribe",
    "sunsubscribe": "unsubscribe",
}


def parse_url(url: str) -> ConnectionPool:
    """Return the pool of connections to a URL; nothing is connected yet.

    Raises ValueError if it is not the URL of a Redis server.
    """
    try:
        return ConnectionPool.from_url(url, **_OPTIONS)
    except ValueError:  # whose words may quote a part of the password
        raise ValueError(
            "This is not the URL of a Redis server: write redis://HOST:PORT, with %-encoding for special characters "
            "of a password."
        ) from None


class Shard:
    """One server: a client that publishes, and a connection that subscribes. Methods raise one of `FAILURES`.

    Apart from connecting, methods wait as long as the server hangs: their callers set a timeout.
    """

    def __init__(self, pool: ConnectionPool, *, is_in_cluster: bool) -> None:
        self._client = Redis.from_pool(pool)
        self._pubsub = self._client.pubsub()
        self._is_in_cluster = is_in_cluster

    async def open(self) -> None:
        """Connect."""
        await self._pubsub.connect()

    async def publish(self, messages: Iterable[tuple[str, bytes]]) -> None:
        """Publish (channel, message) pairs, in order."""
        pipeline = self._client.pipeline(transaction=False)
        publish = pipeline.spublish if self._is_in_cluster else pipeline.publish
        for channel, message in messages:
            publish(channel, message)
        await pipeline.execute()

    async def subscribe(self, channels: Collection[str]) -> None:
        """Ask for the messages of channels; each is confirmed by an event."""
        if self._is_in_cluster:
            for channel in channels:  # channels of one command would have to share a slot
                await self._pubsub.ssubscribe(channel)
        else:
            for batch in _batches(channels):
                await self._pubsub.subscribe(*batch)

    async def unsubscribe(self, channels: Collection[str]) -> None:
        """Ask for no more messages of channels; each is confirmed by an event."""
        if self._is_in_cluster:
            for channel in channels:
                await self._pubsub.sunsubscribe(channel)
        else:
            for batch in _batches(channels):
                await self._pubsub.unsubscribe(*batch)

    async def receive(self) -> PubSubEvent:
        """Wait for the next event."""
        while True:
            event = await self._pubsub.get_message(timeout=None)
            if event and event["type"] in _EVENT_TYPES:
                return PubSubEvent(_EVENT_TYPES[event["type"]], event["channel"].decode(), event["data"])

    async def close(self) -> None:
        """Disconnect."""
        await self._pubsub.aclose()
        await self._client.aclose()


def _batches(channels: Collection[str]) -> Iterable[list[str]]:
    every = list(channels)
    return (every[start : start + BATCH_SIZE] for start in range(0, len(every), BATCH_SIZE))


class Shards:
    """All servers behind a URL, and which of them a channel lives on. Connecting raises one of `FAILURES`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._cluster: RedisCluster | None = None
        self._by_name: dict[str, Shard] = {}
        """By the name of the cluster's node; without a cluster there is one server, without a name."""

    def __iter__(self) -> Iterator[Shard]:
        return iter(self._by_name.values())

    async def open(self) -> None:
        """Find all servers, and connect to them."""
        if await self._is_cluster():
            await self._find_primaries()
        else:
            self._by_name[""] = Shard(parse_url(self._url), is_in_cluster=False)
        for shard in self:
            await shard.open()

    async def _is_cluster(self) -> bool:
        async with Redis.from_pool(parse_url(self._url)) as client:
            try:
                return bool((await client.info("cluster"))["cluster_enabled"])
            except ResponseError:  # a proxy, or a user without the right to ask
                return False

    async def _find_primaries(self) -> None:
        self._cluster = RedisCluster.from_url(self._url, **_OPTIONS)
        await self._cluster.initialize()
        for node in self._cluster.get_primaries():
            pool = parse_url(self._url)
            pool.connection_kwargs.update(host=node.host, port=node.port)
            self._by_name[node.name] = Shard(pool, is_in_cluster=True)

    def shard_of(self, channel: str) -> Shard:
        """Return the server that a channel lives on."""
        node = self._cluster and self._cluster.get_node_from_key(channel)
        return self._by_name[node.name if node else ""]

    async def close(self) -> None:
        """Disconnect from all."""
        for shard in self:
            await shard.close()
        if self._cluster:
            await self._cluster.aclose()
