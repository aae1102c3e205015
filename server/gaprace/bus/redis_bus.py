"""The bus over Redis or Valkey: one channel a room. It connects by itself, again and again, and nobody waits for it.

Pub/sub forgets what nobody hears, which is all that a bus of hints needs. On a cluster it is the sharded kind.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from time import monotonic

from redis.exceptions import RedisError

from gaprace.bus.redis_line import ALONE, CONNECT_S, PLAIN, SHARDED, Line, Shard, cluster_of, pool_of
from gaprace.ports import BusMessage

PREFIX = "gaprace:"
ANSWER_S = 3.0
"""How long the server may take for an answer."""
MAX_WAITING = 10_000
"""How many notes may wait to be told; beyond, they are lost."""
AT_ONCE = 500
CLOSE_S = 1.0
"""How long what waits may take to be told at the end."""
SUBSCRIBE_S = 0.5
"""How long to wait for a subscription before going on without."""
BEAT_S = 1.0
"""How often the bus tells itself something, to know that it works and how long it takes."""
DEAD_S = 3.0
"""A line on which that did not come back for so long is dead."""
RETRY_S = (0.1, 0.2, 0.5, 1.0)
_ID_BYTES = 8
_log = logging.getLogger(__name__)
_FAILURES = (RedisError, OSError, TimeoutError)


class RedisBus:
    """Implements `ports.Bus`."""

    def __init__(self, url: str) -> None:
        """Take a URL as redis-py has them: `redis://`, `rediss://` (TLS), `unix://`; `valkey://` means the same.

        Raises:
            ValueError: it is none.

        """
        self.is_shared = True
        self.is_up = False
        self.losses = 0
        self.lag_s = 0.0
        self._url = url.replace("valkey", "redis", 1) if url.startswith("valkey") else url
        pool_of(self._url)
        self._id = secrets.token_bytes(_ID_BYTES)
        self._hearers: dict[str, Callable[[BusMessage], None]] = {}
        self._lines: list[tuple[Shard, Line]] = []
        self._confirmations: dict[str, asyncio.Future[None]] = {}
        self._beats: dict[str, float] = {}
        """When each line last brought back its beat, by channel."""
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._to_leave: set[str] = set()
        self._leaving: set[str] = set()
        """Channels that the server was told to leave out, and has not confirmed yet."""
        self._wake = asyncio.Event()
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._has_tried = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    # The port

    async def open(self) -> None:
        """Begin to connect; wait for how the first attempt ends."""
        self._running = asyncio.create_task(self._stay_connected(), name="bus")
        await self._has_tried.wait()

    def publish(self, room: str, message: BusMessage) -> None:
        """Tell the other processes that have subscribed to this room."""
        if not self.is_up:
            return
        if len(self._waiting) >= MAX_WAITING:
            self.losses += 1
            return
        self._waiting.append((PREFIX + room, self._id + message))
        self._is_idle.clear()
        self._wake.set()

    async def subscribe(self, room: str, on_message: Callable[[BusMessage], None]) -> None:
        """Hear the notes of other processes about this room."""
        channel = PREFIX + room
        self._hearers[channel] = on_message
        if not self.is_up:
            return  # it is subscribed with all others when the bus is back
        confirmation = self._confirmation(channel)
        try:
            async with asyncio.timeout(SUBSCRIBE_S):
                await self._line_of(channel).subscribe([channel])
                await confirmation
        except _FAILURES as error:
            self.losses += 1
            _log.warning("a subscription has to wait: %s", _in_words(error))

    def unsubscribe(self, room: str) -> None:
        """Hear no more about this room."""
        channel = PREFIX + room
        self._hearers.pop(channel, None)
        self._confirm(channel)
        self._to_leave.add(channel)
        self._wake.set()

    async def close(self) -> None:
        """Tell what waits, then let go of all connections."""
        if self._running:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_idle.wait(), CLOSE_S)
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    # Its life

    async def _stay_connected(self) -> None:
        attempt = 0
        while True:
            try:
                await self._live()
            except* _FAILURES as failures:
                attempt = 0 if self.is_up else attempt + 1
                if attempt <= 1:
                    _log.warning("the bus is away: %s", _in_words(failures))
            finally:
                self.is_up = False
                self._has_tried.set()
                await self._hang_up()
            await asyncio.sleep(RETRY_S[min(attempt, len(RETRY_S) - 1)])

    async def _live(self) -> None:
        """Connect, and serve until something fails."""
        async with asyncio.timeout(CONNECT_S):
            await self._connect()
        async with asyncio.TaskGroup() as group:
            for shard, line in self._lines:
                group.create_task(self._listen(line))
                group.create_task(self._beat(line, self._beat_channel(shard)))
            group.create_task(self._tell())
            group.create_task(self._come_up())

    async def _connect(self) -> None:
        first = Line(pool_of(self._url), PLAIN)
        self._lines = [(ALONE, first)]
        await first.open()
        shards = await cluster_of(first)
        if not shards:
            return
        await self._hang_up()
        for shard in shards:
            place = {"host": shard.host, "port": shard.port} if shard.host else {"port": shard.port}
            line = Line(pool_of(self._url, **place), SHARDED)
            self._lines.append((shard, line))
            await line.open()

    async def _hang_up(self) -> None:
        lines, self._lines = self._lines, []
        self._waiting.clear()
        self._is_idle.set()
        self._to_leave.clear()
        self._leaving.clear()
        self._beats.clear()
        for _, line in lines:
            with suppress(*_FAILURES):
                await line.close()

    async def _come_up(self) -> None:
        """Subscribe to everything, and only then be up."""
        channels = list(self._hearers)
        confirmations = [self._confirmation(channel) for channel in channels]
        async with asyncio.timeout(ANSWER_S):
            for _, line in self._lines:
                await line.subscribe([channel for channel in channels if self._line_of(channel) is line])
            for confirmation in confirmations:
                await confirmation
        self.losses += 1
        self.is_up = True
        self._has_tried.set()
        late = [channel for channel in self._hearers if channel not in set(channels)]
        for channel in late:
            await self._line_of(channel).subscribe([channel])
        _log.info("the bus is there")

    # Hearing

    async def _listen(self, line: Line) -> None:
        while True:
            kind, channel, content = await line.hear()
            if kind == line.words.message:
                self._hear(channel, content)
            elif kind == line.words.subscribed:
                self._confirm(channel)
            elif channel in self._leaving:
                self._leaving.discard(channel)
            elif channel in self._hearers:
                raise ConnectionError(f"{channel} has moved to another server of the cluster")

    def _hear(self, channel: str, content: bytes) -> None:
        sender, note = content[:_ID_BYTES], content[_ID_BYTES:]
        if channel in self._beats:
            self.lag_s = monotonic() - float(note)
            self._beats[channel] = monotonic()
            return
        hear = self._hearers.get(channel)
        if hear is None or sender == self._id:
            return
        try:
            hear(note)
        except Exception:  # noqa: BLE001 - one room's fault must not stop the notes of all others
            _log.exception("a note could not be taken in")

    def _confirmation(self, channel: str) -> asyncio.Future[None]:
        self._confirmations[channel] = asyncio.get_running_loop().create_future()
        return self._confirmations[channel]

    def _confirm(self, channel: str) -> None:
        waiting = self._confirmations.pop(channel, None)
        if waiting and not waiting.done():
            waiting.set_result(None)

    # Telling

    async def _tell(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._leave()
            while self._waiting:
                await self._tell_some()
            self._is_idle.set()

    async def _leave(self) -> None:
        channels = [channel for channel in self._to_leave if channel not in self._hearers]
        self._to_leave.clear()
        self._leaving.update(channels)
        async with asyncio.timeout(ANSWER_S):
            for _, line in self._lines:
                await line.unsubscribe([channel for channel in channels if self._line_of(channel) is line])

    async def _tell_some(self) -> None:
        some = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
        for _, line in self._lines:
            own = [each for each in some if self._line_of(each[0]) is line]
            if own:
                async with asyncio.timeout(ANSWER_S):
                    await line.publish(own)

    def _line_of(self, channel: str) -> Line:
        """Return the line on which a channel lives: the only one, or that of its slot."""
        for shard, line in self._lines:
            if shard.has(channel):
                return line
        raise ConnectionError(f"no server of the cluster has {channel}")

    # Is it there, and how far away

    def _beat_channel(self, shard: Shard) -> str:
        """Return a channel of this process alone that lives on a certain server."""
        return next(name for number in count() if shard.has(name := f"{PREFIX}beat:{self._id.hex()}:{number}"))

    async def _beat(self, line: Line, channel: str) -> None:
        self._beats[channel] = monotonic()
        async with asyncio.timeout(ANSWER_S):
            await line.subscribe([channel])
        while True:
            if self.is_up:
                self._waiting.append((channel, self._id + str(monotonic()).encode()))
                self._wake.set()
            await asyncio.sleep(BEAT_S)
            if monotonic() - self._beats[channel] > DEAD_S:
                raise TimeoutError(f"nothing was heard for {DEAD_S:.0f} s")


def _in_words(error: BaseException) -> str:
    if isinstance(error, BaseExceptionGroup):
        return _in_words(error.exceptions[0])
    return str(error) or type(error).__name__
