"""A player's connection to a room, which reconnects after a cut or a restart of the server.

An action is kept until it is answered. After reconnecting the client sends again what was not answered; that is
harmless, since the server accepts each number of a game once.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import NamedTuple, NoReturn, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from gaprace import wire
from gaprace.bot.room_replica import Desynced, RoomReplica
from gaprace.bot.room_url import RoomUrl, invited_by
from gaprace.error_codes import CLOSE_REASONS, FIRST_RETRY_CLOSE_CODE
from gaprace.errors import BotError, reason_of
from gaprace.rules.draw import SEED_BYTES
from gaprace.wire.http import Problem

SAMPLES = 5
"""Pings to send at the beginning of a connection."""


def monotonic_ms() -> float:
    """Return this machine's monotonic clock in milliseconds."""
    return time.monotonic() * 1000


class ServerClock:
    """Estimates the server's time from pings; before the first one it is this machine's time.

    The sample with the shortest round trip is the most exact.
    """

    def __init__(self) -> None:
        self._offset_ms = time.time() * 1000 - monotonic_ms()
        self._round_trip_ms = float("inf")
        self.samples = 0

    def restart(self) -> None:
        """Sample again, over another connection. The estimate stays until the first new sample."""
        self._round_trip_ms, self.samples = float("inf"), 0

    def sample(self, sent_ms: float, server_ms: int, received_ms: float) -> None:
        """Learn from one ping. `sent_ms` and `received_ms` are of `monotonic_ms`; `server_ms` is since 1970."""
        self.samples += 1
        round_trip_ms = received_ms - sent_ms
        if round_trip_ms < self._round_trip_ms:
            self._round_trip_ms = round_trip_ms
            self._offset_ms = server_ms + round_trip_ms / 2 - received_ms

    def now(self) -> int:
        """Return the server's time in milliseconds since 1970."""
        return round(monotonic_ms() + self._offset_ms)


MIN_RECONNECT_DELAY_S = 0.1
"""Before the first attempt to reconnect. The delay doubles with each attempt, and is shortened by up to half at
random."""
MAX_DOUBLINGS = 16
TOO_FAST_DELAY_S = 0.5
"""Before an action that was refused as too fast is sent again."""
CLOSE_TIMEOUT_S = 2.0
FIRST_FINAL_CLOSE_CODE = 4400
"""Close codes from this one to `FIRST_RETRY_CLOSE_CODE` mean that reconnecting is useless."""
TRANSIENT_STATUSES = {408, 425, 429}
"""HTTP statuses below 500 that another attempt may not get again."""

ActOutcome = wire.Acted | wire.Refused
"""The answer to an action."""


class Timeouts(NamedTuple):
    """Limits in seconds."""

    reconnect_s: float = 60.0
    """How long to try to reconnect before giving up."""
    max_reconnect_delay_s: float = 5.0
    """The longest delay between two attempts."""
    ping_s: float = 20.0
    """The interval between WebSocket pings, and the time to answer one."""


class _PendingAct(NamedTuple):
    act: wire.Act
    answer: asyncio.Future[ActOutcome]


class RoomClient:
    """One player in one room. Use it with `async with`; it reconnects until it is closed or the server refuses.

    `replica` is what the player sees. `on_event`, if given, is called with every event after `replica` has applied it.
    """

    def __init__(
        self,
        url: RoomUrl,
        token: str,
        *,
        watch: bool = False,
        on_event: Callable[[wire.Event], None] | None = None,
        timeouts: Timeouts | None = None,
    ) -> None:
        self.replica = RoomReplica()
        self.clock = ServerClock()
        self.is_connected = False
        self.reconnects = 0
        """How often the connection was made again after a cut."""
        self.desyncs: list[str] = []
        """The reasons why fresh snapshots were needed. A correct server gives none."""
        self._url, self._token, self._watch = url, token, watch
        self._on_event, self._timeouts = on_event, timeouts or Timeouts()
        self._random = Random()  # noqa: S311  # spreads reconnects; no secret
        self._pending: dict[tuple[wire.GameId, int], _PendingAct] = {}
        self._seed, self._seeded = wire.Seed("", ""), ""
        """The last seed, and the commitment for which one was sent over this connection."""
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiters: list[asyncio.Future[None]] = []
        self._bye: wire.Bye | None = None
        self._attempts = 0
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to connect. `leave` or `close` has to follow; `async with` sees to all of it."""
        self._running = asyncio.create_task(self._run())
        self._running.add_done_callback(self._stopped)

    async def connected(self) -> None:
        """Wait for the welcome."""
        await self.until(lambda _: self.is_connected)

    async def __aenter__(self) -> Self:
        """Connect, and wait for the welcome."""
        self.start()
        try:
            await self.connected()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connection; the player keeps the seat."""
        await self.close()

    # Commands

    def send(self, command: wire.Command) -> bool:
        """Send a command if the connection is up, and return whether it is. The command is not sent again."""
        if self.is_connected:
            self._outbox.put_nowait(wire.encode(command))
        return self.is_connected

    def act(self, action: str) -> asyncio.Future[ActOutcome]:
        """Send the next action of the player's own game, after those not answered yet; repeat until it is answered.

        Raises BotError `no_race`: the player has no game.
        """
        mine = self.replica.mine
        if mine is None:
            raise BotError("no_race", "This player has no game in a race that has started.")
        n = max([mine.n, *(number for game, number in self._pending if game == mine.game)]) + 1
        return self.send_act(wire.Act(mine.game, n, action))

    def send_act(self, act: wire.Act) -> asyncio.Future[ActOutcome]:
        """Send an action with a number of the caller's choice; repeat until it is answered."""
        answer: asyncio.Future[ActOutcome] = asyncio.get_running_loop().create_future()
        self._pending[act.game, act.n] = _PendingAct(act, answer)
        self.send(act)
        return answer

    async def until(self, holds: Callable[[RoomReplica], object]) -> None:
        """Wait until a condition on the replica holds. It is evaluated after each event."""
        while not holds(self.replica):
            await self.next_event()

    async def next_event(self) -> None:
        """Wait for the next event."""
        if self._running is None or self._running.done():
            self._raise_why_stopped()
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await waiter
        if self._running.done():
            self._raise_why_stopped()

    def _raise_why_stopped(self) -> NoReturn:
        if self._running and not self._running.cancelled():
            self._running.result()
        raise _closed()

    async def leave(self) -> None:
        """Leave the seat and close. Wait for a connection in progress first, because the seat may already be taken."""
        with suppress(BotError, TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self.connected()
                self.send(wire.Leave())
                await self.until(lambda _: False)
        await self.close()

    async def close(self) -> None:
        """Close the connection; the player keeps the seat."""
        if self._running:
            self._running.cancel()
            await asyncio.wait([self._running])
            if not self._running.cancelled():
                self._running.exception()  # marks it as retrieved: the waiters have received it

    # The connection

    async def _run(self) -> None:
        """Keep a connection until the server refuses, or cannot be reached for too long."""
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + self._timeouts.reconnect_s
        while True:
            reason = ""
            try:
                await self._connect_once()
            except (OSError, TimeoutError, WebSocketException, Desynced) as error:
                self._note(error)
                reason = f": {reason_of(error)}"
            if self._attempts == 0:
                give_up_at = loop.time() + self._timeouts.reconnect_s
            if loop.time() > give_up_at:
                raise BotError("unreachable", f"{self._url.link} cannot be reached{reason}.")
            await asyncio.sleep(self._next_delay_s())

    async def _connect_once(self) -> None:
        """Connect, and receive until the connection ends. Raises BotError if reconnecting is useless."""
        async with connect(
            self._url.socket,
            additional_headers={"Authorization": f"Bearer {self._token}", **invited_by(self._url.invitation)},
            compression=None,
            close_timeout=CLOSE_TIMEOUT_S,
            ping_interval=self._timeouts.ping_s,
            ping_timeout=self._timeouts.ping_s,
            max_queue=None,
        ) as socket:
            self._bye, self._outbox = None, asyncio.Queue()
            self._outbox.put_nowait(wire.encode(self._hello()))
            writing = asyncio.create_task(self._write(socket, self._outbox))
            try:
                async for data in socket:
                    if event := wire.decode_open_event(data):
                        self._receive(event)
            except msgspec.DecodeError as error:
                raise BotError("bad_answer", f"{self._url.link} does not speak this protocol: {error}.") from None
            finally:
                self.is_connected = False
                writing.cancel()
                self._stop_if_final(socket.close_code)

    def _hello(self) -> wire.Hello:
        room, mine = self.replica.room, self.replica.mine
        version, game, n = room.version if room else 0, mine.game if mine else "", mine.n if mine else 0
        return wire.Hello(wire.PROTOCOL, self._watch, version, game, n)

    @staticmethod
    async def _write(socket: ClientConnection, outbox: asyncio.Queue[bytes]) -> None:
        with suppress(WebSocketException):  # the reader gets it too
            while True:
                await socket.send(await outbox.get(), text=True)

    def _next_delay_s(self) -> float:
        longest: float = min(MIN_RECONNECT_DELAY_S * 2**self._attempts, self._timeouts.max_reconnect_delay_s)
        self._attempts = min(self._attempts + 1, MAX_DOUBLINGS)
        return longest * (0.5 + 0.5 * self._random.random())

    def _stop_if_final(self, close_code: int | None) -> None:
        reason = self._bye
        if reason is None and close_code is not None and FIRST_FINAL_CLOSE_CODE <= close_code < FIRST_RETRY_CLOSE_CODE:
            reason = next((wire.bye(code) for code in CLOSE_REASONS if CLOSE_REASONS[code].close == close_code), None)
        if reason and not reason.retry:
            raise BotError(reason.code, reason.message)

    def _note(self, error: Exception) -> None:
        """Count a desync; give up on an HTTP answer that would be the same next time."""
        if isinstance(error, Desynced):
            self.desyncs.append(str(error))
        if not isinstance(error, InvalidStatus):
            return
        status = error.response.status_code
        if 400 <= status < 500 and status not in TRANSIENT_STATUSES:  # noqa: PLR2004  # errors of the client
            try:
                problem = wire.decode_open(bytes(error.response.body or b""), Problem)
            except msgspec.DecodeError:
                problem = Problem("not_admitted", f"{self._url.link} answered {status}.")
            raise BotError(problem.code, problem.message)

    # Events

    def _receive(self, event: wire.Event) -> None:
        self.replica.apply(event)
        match event:
            case wire.Welcome():
                self._on_welcome()
                self._contribute()
            case wire.Room():
                self._contribute()
            case wire.Acted():
                self._on_acted(event)
            case wire.Refused():
                self._on_refused(event)
            case wire.Pong(sent, now):
                self.clock.sample(sent, now, monotonic_ms())
                self._ping()
            case wire.Bye():
                self._bye = event
            case _:
                pass
        if self._on_event:
            self._on_event(event)
        self._wake_waiters()

    def _on_welcome(self) -> None:
        self.reconnects += self._attempts > 0
        self.is_connected, self._attempts, self._seeded = True, 0, ""
        for pending in self._pending.values():
            self.send(pending.act)
        self.clock.restart()
        self._ping()

    def _contribute(self) -> None:
        """Send a seed for the draw of the next race, once for each commitment and connection."""
        room = self.replica.room
        if self._watch or room is None or room.commitment is None or room.commitment == self._seeded:
            return
        self._seeded = room.commitment
        if self._seed.commitment != room.commitment:
            self._seed = wire.Seed(room.commitment, secrets.token_hex(SEED_BYTES))
        self.send(self._seed)

    def _ping(self) -> None:
        if self.clock.samples < SAMPLES:
            self.send(wire.Ping(monotonic_ms()))

    def _on_acted(self, acted: wire.Acted) -> None:
        pending = self._pending.get((acted.game, acted.n))
        if pending and pending.act.action == acted.action:
            self._answer(pending, acted)

    def _on_refused(self, refused: wire.Refused) -> None:
        pending = next((each for each in self._pending.values() if each.act.n == refused.n), None)
        if refused.command != "act" or pending is None:
            return
        if refused.code == "too_fast":
            asyncio.get_running_loop().call_later(TOO_FAST_DELAY_S, self._resend, pending)
        else:
            self._answer(pending, refused)

    def _answer(self, pending: _PendingAct, outcome: ActOutcome) -> None:
        del self._pending[pending.act.game, pending.act.n]
        if not pending.answer.done():
            pending.answer.set_result(outcome)

    def _resend(self, pending: _PendingAct) -> None:
        if self._pending.get((pending.act.game, pending.act.n)) is pending:
            self.send(pending.act)

    def _stopped(self, running: asyncio.Task[None]) -> None:
        """Fail all that still wait for an answer or an event: neither will come."""
        error = None if running.cancelled() else running.exception()
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(error or _closed())
                pending.answer.exception()  # marks it as retrieved: the caller may have stopped waiting
        self._pending.clear()
        self._wake_waiters()

    def _wake_waiters(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)


def _closed() -> BotError:
    return BotError("closed", "This client was closed.")
