"""The bus over Redis or Valkey: one pub/sub channel per room, through redis-py.

Pub/sub keeps nothing for subscribers that are away, which is all that a bus of hints needs. The servers of a cluster
pass messages on to each other, so any of them will do.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from time import monotonic

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from gaprace.ports import BusMessage

CHANNEL_PREFIX = "gaprace:"
CONNECT_TIMEOUT_S = 2.0
RESPONSE_TIMEOUT_S = 3.0
MAX_QUEUED = 10_000
"""Messages waiting to be published; further ones are lost."""
BATCH_SIZE = 500
"""The number of messages published at once, and of channels named in one command."""
FLUSH_TIMEOUT_S = 1.0
"""The time that queued messages have left when the bus is closed."""
SUBSCRIBE_TIMEOUT_S = 0.5
"""How long a caller waits for a subscription to be confirmed."""
HEARTBEAT_INTERVAL_S = 1.0
HEARTBEAT_TIMEOUT_S = 3.0
"""A server that has not returned a heartbeat for this long is taken for dead."""
RETRY_DELAYS_S = (0.1, 0.2, 0.5, 1.0)
FAILURES = (RedisError, OSError, TimeoutError)
"""The errors of a server that is down or hangs."""
_SENDER_BYTES = 8
_log = logging.getLogger(__name__)


class RedisBus:
    """Implements `ports.Bus`. It connects, and connects again, in a task of its own."""

    def __init__(self, url: str) -> None:
        """Take a URL of redis-py: `redis://`, `rediss://` (TLS) or `unix://`; `valkey` means the same as `redis`."""
        self.is_shared = True
        self.is_up = False
        self.losses = 0
        self.lag_s = 0.0
        self._url = url.replace("valkey", "redis", 1) if url.startswith("valkey") else url
        self._redis = self._client()
        self._pubsub = self._redis.pubsub()
        self._sender = secrets.token_bytes(_SENDER_BYTES)
        """The first bytes of each message, so that a process can skip its own."""
        self._heartbeat = f"{CHANNEL_PREFIX}heartbeat:{self._sender.hex()}"
        """A channel of this process alone."""
        self._returned_at = 0.0
        """When the server last returned a heartbeat."""
        self._subscribers: dict[str, Callable[[BusMessage], None]] = {}
        """Callbacks by channel, as the confirmations."""
        self._confirmations: dict[str, asyncio.Future[None]] = {}
        self._queue: deque[tuple[str, bytes]] = deque()
        self._to_unsubscribe: set[str] = set()
        self._has_work = asyncio.Event()
        self._is_flushed = asyncio.Event()
        self._is_flushed.set()
        self._was_tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # The port

    async def open(self) -> None:
        """Begin to connect, and wait for the end of the first attempt."""
        self._task = asyncio.create_task(self._stay_connected(), name="bus")
        await self._was_tried.wait()

    def publish(self, room: str, message: BusMessage) -> None:
        """Queue a message for the other servers that have subscribed to this room."""
        if not self.is_up:
            return
        if len(self._queue) >= MAX_QUEUED:
            self.losses += 1
            return
        self._queue.append((CHANNEL_PREFIX + room, self._sender + message))
        self._is_flushed.clear()
        self._has_work.set()

    async def subscribe(self, room: str, on_message: Callable[[BusMessage], None]) -> None:
        """Receive the messages of other servers about this room."""
        channel = CHANNEL_PREFIX + room
        self._subscribers[channel] = on_message
        if not self.is_up:
            return  # `_restore` subscribes to it once the bus is up again
        confirmation = self._confirmation(channel)
        try:
            async with asyncio.timeout(SUBSCRIBE_TIMEOUT_S):
                await self._pubsub.subscribe(channel)
                await confirmation
        except FAILURES as error:
            self.losses += 1
            _log.warning("a subscription is delayed: %s", _summary(error))

    def unsubscribe(self, room: str) -> None:
        """Receive no more messages about this room."""
        channel = CHANNEL_PREFIX + room
        self._subscribers.pop(channel, None)
        self._confirm(channel)
        self._to_unsubscribe.add(channel)
        self._has_work.set()

    async def close(self) -> None:
        """Publish what is queued, then disconnect."""
        if self._task:
            with suppress(TimeoutError):
                async with asyncio.timeout(FLUSH_TIMEOUT_S):
                    await self._is_flushed.wait()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    # Connecting

    async def _stay_connected(self) -> None:
        failed_attempts = 0
        while True:
            try:
                # In a task of its own: a group that has failed leaves its task marked as being cancelled (up to Python
                # 3.12), and in Python 3.11.2 the next timeout would then end that task, and with it the bus.
                await asyncio.create_task(self._run(), name="bus connection")
            except* FAILURES as failures:
                failed_attempts = 0 if self.is_up else failed_attempts + 1
                if failed_attempts <= 1:
                    _log.warning("the bus is down: %s", _summary(failures))
            finally:
                self.is_up = False
                self._was_tried.set()
                await self._disconnect()
            await asyncio.sleep(RETRY_DELAYS_S[min(failed_attempts, len(RETRY_DELAYS_S) - 1)])

    async def _run(self) -> None:
        """Connect, and run until something fails."""
        async with asyncio.timeout(CONNECT_TIMEOUT_S):
            await self._pubsub.connect()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._receive())
            tasks.create_task(self._send_heartbeats())
            tasks.create_task(self._send())
            tasks.create_task(self._restore())

    async def _restore(self) -> None:
        """Subscribe to all rooms, and only then be up."""
        channels = list(self._subscribers)
        confirmations = [self._confirmation(channel) for channel in channels]
        async with asyncio.timeout(RESPONSE_TIMEOUT_S):
            await self._subscribe(channels)
            for confirmation in confirmations:
                await confirmation
        self.losses += 1
        self.is_up = True
        self._was_tried.set()
        await self._subscribe(self._subscribers.keys() - set(channels))  # those that came meanwhile
        _log.info("the bus is up")

    async def _subscribe(self, channels: Collection[str]) -> None:
        every = [*channels]
        for at in range(0, len(every), BATCH_SIZE):
            await self._pubsub.subscribe(*every[at : at + BATCH_SIZE])

    def _client(self) -> "Redis":
        """Return a client for the URL; nothing is connected yet. Raises ValueError if it is not that of a server."""
        try:
            pool = ConnectionPool.from_url(
                self._url,
                protocol=2,
                socket_connect_timeout=CONNECT_TIMEOUT_S,
                socket_timeout=None,
                retry=Retry(
                    NoBackoff(), 0
                ),  # the bus connects again by itself, and knows when it may have lost messages
            )
        except ValueError:  # whose words may quote a part of the password
            raise ValueError(
                "This is not the URL of a Redis server: write redis://HOST:PORT, with %-encoding for special characters"
                " of a password."
            ) from None
        return Redis.from_pool(pool)

    async def _disconnect(self) -> None:
        redis, pubsub = self._redis, self._pubsub
        self._redis = self._client()
        self._pubsub = self._redis.pubsub()
        self._queue.clear()
        self._is_flushed.set()
        self._to_unsubscribe.clear()
        with suppress(*FAILURES):
            await pubsub.aclose()
            await redis.aclose()

    # Receiving

    async def _receive(self) -> None:
        while True:
            event = await self._pubsub.get_message(timeout=None)
            if event and event["type"] == "message":
                self._on_message(event["channel"].decode(), event["data"])
            elif event and event["type"] == "subscribe":
                self._confirm(event["channel"].decode())

    def _on_message(self, channel: str, data: bytes) -> None:
        sender, message = data[:_SENDER_BYTES], data[_SENDER_BYTES:]
        if channel == self._heartbeat:
            self._returned_at = monotonic()
            self.lag_s = monotonic() - float(message)
            return
        on_message = self._subscribers.get(channel)
        if on_message is None or sender == self._sender:
            return
        try:
            on_message(message)
        except Exception:  # noqa: BLE001 - a failure in one room must not stop the messages of all others
            _log.exception("a message was not handled")

    def _confirmation(self, channel: str) -> asyncio.Future[None]:
        self._confirmations[channel] = asyncio.get_running_loop().create_future()
        return self._confirmations[channel]

    def _confirm(self, channel: str) -> None:
        confirmation = self._confirmations.pop(channel, None)
        if confirmation and not confirmation.done():
            confirmation.set_result(None)

    # Sending

    async def _send(self) -> None:
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            async with asyncio.timeout(RESPONSE_TIMEOUT_S):
                channels = [*(self._to_unsubscribe - self._subscribers.keys())]
                self._to_unsubscribe.clear()
                if channels:  # none would mean all
                    await self._pubsub.unsubscribe(*channels)
            while self._queue:
                async with asyncio.timeout(RESPONSE_TIMEOUT_S):
                    pipeline = self._redis.pipeline(transaction=False)
                    for _ in range(min(BATCH_SIZE, len(self._queue))):
                        pipeline.publish(*self._queue.popleft())
                    await pipeline.execute()
            self._is_flushed.set()

    # Heartbeats

    async def _send_heartbeats(self) -> None:
        """Send heartbeats from this process to itself by way of the server, which measures the lag.

        Raises TimeoutError if the server does not return them.
        """
        self._returned_at = monotonic()
        async with asyncio.timeout(RESPONSE_TIMEOUT_S):
            await self._pubsub.subscribe(self._heartbeat)
        while True:
            if self.is_up:
                self._queue.append((self._heartbeat, self._sender + str(monotonic()).encode()))
                self._has_work.set()
            await asyncio.sleep(HEARTBEAT_INTERVAL_S)
            if monotonic() - self._returned_at > HEARTBEAT_TIMEOUT_S:
                raise TimeoutError(f"no heartbeat came back for {HEARTBEAT_TIMEOUT_S:.0f} s")


def _summary(error: BaseException) -> str:
    """Return the first cause in a line."""
    if isinstance(error, BaseExceptionGroup):
        return _summary(error.exceptions[0])
    return str(error) or type(error).__name__
