"""A player's connection to a room, kept up through cuts and restarts.

An action is kept until it is answered. After a cut the player comes back, says what it has seen, and sends again what
was not answered: an action has its number, so sending it again is harmless.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import NamedTuple, NoReturn, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from gaprace.bot.clock import SAMPLES, ServerClock, monotonic_ms
from gaprace.bot.room_replica import Desynced, RoomReplica
from gaprace.bot.room_url import RoomUrl
from gaprace.errors import BotError
from gaprace.wire import (
    CLOSE_REASONS,
    FIRST_RETRY_CLOSE_CODE,
    PROTOCOL,
    Act,
    Acted,
    Bye,
    Command,
    Event,
    Hello,
    Leave,
    Ping,
    Pong,
    Refused,
    Welcome,
    bye,
    decode_event,
    encode,
)
from gaprace.wire.http import Problem

FIRST_WAIT_S = 0.1
"""Between attempts to come back, doubling each time; really half of it to all of it, by chance."""
TOO_FAST_WAIT_S = 0.5
"""How long to wait before sending again what was refused as too fast."""
CLOSE_WAIT_S = 2.0
FIRST_STOP_CLOSE_CODE = 4400
_WORTH_ANOTHER_TRY = {408, 425, 429}
"""HTTP statuses below 500 that may pass."""

Outcome = Acted | Refused
"""What answers an action."""


class Patience(NamedTuple):
    """How long to wait, in seconds."""

    comeback_s: float = 60.0
    """How long to try to come back."""
    longest_wait_s: float = 5.0
    """How long to wait at most between two attempts to come back."""
    ping_s: float = 20.0
    """How often to ask whether the connection still stands, and how long to wait for the answer."""


class _Pending(NamedTuple):
    act: Act
    answer: asyncio.Future[Outcome]


class Player:
    """One player in one room. Use it with `async with`; it comes back by itself until it is left or sent away.

    `replica` is what it sees. `hear`, if given, is called with every event, after `replica` took it in.
    """

    def __init__(
        self,
        door: RoomUrl,
        token: str,
        *,
        watch: bool = False,
        hear: Callable[[Event], None] | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.replica = RoomReplica()
        self.clock = ServerClock()
        self.is_connected = False
        self.comebacks = 0
        """How often it came back after a cut."""
        self.missteps: list[str] = []
        """Why the picture had to be made anew; the server should give no reason for it."""
        self._door, self._token, self._watch = door, token, watch
        self._hear, self._patience = hear, patience or Patience()
        self._jitter = Random()  # noqa: S311  # no secret
        self._pending: dict[tuple[str, int], _Pending] = {}
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting: list[asyncio.Future[None]] = []
        self._bye: Bye | None = None
        self._attempts = 0
        self._staying: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to connect; `leave` or `close` has to follow. With `async with`, all of this is done."""
        self._staying = asyncio.create_task(self._stay())
        self._staying.add_done_callback(self._ended)

    async def welcomed(self) -> None:
        """Wait for the welcome.

        Raises:
            BotError: it may not come in, or the server cannot be reached.

        """
        await self.until(lambda _: self.is_connected)

    async def __aenter__(self) -> Self:
        """Connect, and wait for the welcome.

        Raises:
            BotError: it may not come in, or the server cannot be reached.

        """
        self.begin()
        try:
            await self.welcomed()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connection; the seat stays."""
        await self.close()

    # What a player does

    def say(self, command: Command) -> bool:
        """Send a command if the connection stands; say whether it did. It is not sent again."""
        if self.is_connected:
            self._out.put_nowait(encode(command))
        return self.is_connected

    def act(self, action: str) -> asyncio.Future[Outcome]:
        """Make the next action of one's own game, after those not answered yet; it is sent until it is answered.

        Raises:
            BotError: `no_race` without a game.

        """
        mine = self.replica.mine
        if mine is None:
            raise BotError("no_race", "This player has no game in a race that has started.")
        n = max([mine.n, *(number for game, number in self._pending if game == mine.game)]) + 1
        return self.send_act(Act(mine.game, n, action))

    def send_act(self, act: Act) -> asyncio.Future[Outcome]:
        """Send an action with a number of one's own choice, until it is answered."""
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._pending[act.game, act.n] = _Pending(act, answer)
        self.say(act)
        return answer

    async def until(self, holds: Callable[[RoomReplica], object]) -> None:
        """Wait until something holds of what is seen. What holds only between two events may be missed.

        Raises:
            BotError: the player was sent away, or cannot come back.

        """
        while not holds(self.replica):
            await self.next_event()

    async def next_event(self) -> None:
        """Wait until something happens.

        Raises:
            BotError: the player was sent away, or cannot come back.

        """
        if self._staying is None or self._staying.done():
            self._raise_why()
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        await waiting
        if self._staying.done():
            self._raise_why()

    def _raise_why(self) -> NoReturn:
        if self._staying and not self._staying.cancelled():
            self._staying.result()
        raise BotError("closed", "This player has closed the connection.")

    async def leave(self) -> None:
        """Leave the seat, and close. Who is just coming in comes in first: the seat may be given already."""
        with suppress(BotError, TimeoutError):
            async with asyncio.timeout(CLOSE_WAIT_S):
                await self.welcomed()
                self.say(Leave())
                await self.until(lambda _: False)
        await self.close()

    async def close(self) -> None:
        """Close the connection; the seat stays."""
        if self._staying:
            self._staying.cancel()
            await asyncio.wait([self._staying])
            if not self._staying.cancelled():
                self._staying.exception()  # it was told to whoever waited

    # The connection

    async def _stay(self) -> None:
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + self._patience.comeback_s
        while True:
            try:
                await self._connection()
            except (OSError, TimeoutError, WebSocketException, Desynced) as error:
                self._refuse_to_stay_out(error)
                last = f": {error}"
            else:
                last = ""
            if self._attempts == 0:
                give_up_at = loop.time() + self._patience.comeback_s
            if loop.time() > give_up_at:
                raise BotError("unreachable", f"{self._door.link} could not be reached any more{last}.")
            await asyncio.sleep(self._wait_s())

    async def _connection(self) -> None:
        """Connect and hear until the end.

        Raises:
            BotError: the end is for good.
            Desynced: coming back will help.

        """
        async with connect(
            self._door.socket,
            additional_headers={"Authorization": f"Bearer {self._token}"},
            compression=None,
            close_timeout=CLOSE_WAIT_S,
            ping_interval=self._patience.ping_s,
            ping_timeout=self._patience.ping_s,
            max_queue=None,
        ) as socket:
            self._bye, self._out = None, asyncio.Queue()
            self._out.put_nowait(encode(Hello(PROTOCOL, watch=self._watch)))
            writing = asyncio.create_task(self._write(socket, self._out))
            try:
                async for data in socket:
                    self._take(decode_event(data))
            except msgspec.DecodeError as error:
                raise BotError("bad_answer", f"{self._door.link} does not speak this protocol: {error}.") from None
            finally:
                self.is_connected = False
                writing.cancel()
                self._stop_if_told(socket.close_code)

    @staticmethod
    async def _write(socket: ClientConnection, out: asyncio.Queue[bytes]) -> None:
        with suppress(WebSocketException):  # whoever reads learns of the end too
            while True:
                await socket.send(await out.get(), text=True)

    def _wait_s(self) -> float:
        longest: float = min(FIRST_WAIT_S * 2**self._attempts, self._patience.longest_wait_s)
        self._attempts = min(self._attempts + 1, 16)
        return longest * (0.5 + 0.5 * self._jitter.random())

    def _stop_if_told(self, close_code: int | None) -> None:
        told = self._bye
        if told is None and close_code is not None and FIRST_STOP_CLOSE_CODE <= close_code < FIRST_RETRY_CLOSE_CODE:
            told = next((bye(code) for code in CLOSE_REASONS if CLOSE_REASONS[code][0] == close_code), None)
        if told and not told.retry:
            raise BotError(told.code, told.message)

    def _refuse_to_stay_out(self, error: Exception) -> None:
        """Give up on an HTTP answer that will be the same next time."""
        if isinstance(error, Desynced):
            self.missteps.append(str(error))
        if not isinstance(error, InvalidStatus):
            return
        status = error.response.status_code
        if 400 <= status < 500 and status not in _WORTH_ANOTHER_TRY:  # noqa: PLR2004  # the client's fault
            try:
                problem = msgspec.json.decode(error.response.body or b"", type=Problem)
            except msgspec.DecodeError:
                problem = Problem("not_admitted", f"{self._door.link} answered {status}.")
            raise BotError(problem.code, problem.message)

    # What is heard

    def _take(self, event: Event) -> None:
        self.replica.take(event)
        match event:
            case Welcome():
                self._welcomed()
            case Acted():
                self._acted(event)
            case Refused():
                self._refused(event)
            case Pong(sent, now):
                self.clock.sample(sent, now, monotonic_ms())
                self._measure()
            case Bye():
                self._bye = event
            case _:
                pass
        if self._hear:
            self._hear(event)
        self._wake()

    def _welcomed(self) -> None:
        self.comebacks += self._attempts > 0
        self.is_connected, self._attempts = True, 0
        for pending in self._pending.values():
            self.say(pending.act)
        self.clock.restart()
        self._measure()

    def _measure(self) -> None:
        if self.clock.samples < SAMPLES:
            self.say(Ping(monotonic_ms()))

    def _acted(self, acted: Acted) -> None:
        pending = self._pending.get((acted.game, acted.n))
        if pending and pending.act.action == acted.action:
            self._answer(pending, acted)

    def _refused(self, refused: Refused) -> None:
        pending = next((each for each in self._pending.values() if each.act.n == refused.n), None)
        if refused.command != "act" or pending is None:
            return
        if refused.code == "too_fast":
            asyncio.get_running_loop().call_later(TOO_FAST_WAIT_S, self._send_again, pending)
        else:
            self._answer(pending, refused)

    def _answer(self, pending: _Pending, outcome: Outcome) -> None:
        del self._pending[pending.act.game, pending.act.n]
        if not pending.answer.done():
            pending.answer.set_result(outcome)

    def _send_again(self, pending: _Pending) -> None:
        if self._pending.get((pending.act.game, pending.act.n)) is pending:
            self.say(pending.act)

    def _ended(self, staying: asyncio.Task[None]) -> None:
        """Tell whoever still waits for something that it will never come."""
        error = None if staying.cancelled() else staying.exception()
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(error or BotError("closed", "This player has closed the connection."))
                pending.answer.exception()  # nobody has to hear of it
        self._pending.clear()
        self._wake()

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)
