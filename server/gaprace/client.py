"""A client for programs that play or look on: typed, and reconnecting by itself. `docs/protocol.md` has a bot.

`Client` and `Room` wait for each answer, for scripts; `AsyncClient` and `AsyncRoom` are the same for asyncio. Both are
built on the connection of the project's own bots. All raise `BotError`, whose `code` is one of `error_codes.ERRORS`, or
`wire.CLOSE_REASONS`, or `unreachable`, `bad_address`, `bad_answer`.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self, TypeVar

from gaprace.bot.client import RoomClient, Timeouts
from gaprace.bot.readiness import wait_for_race
from gaprace.bot.room_replica import RoomReplica
from gaprace.bot.room_url import RoomUrl, daily_list, finished_game, new_identity, new_room, race_now
from gaprace.errors import BotError
from gaprace.rules.actions import Action, action_text
from gaprace.rules.board import Board, Move
from gaprace.wire import Acted, AddBot, BotLevel, Command, GameView, RaceView, Refused, Settings, Standing
from gaprace.wire.http import DailyList, FinishedGame, Identity

Answer = TypeVar("Answer")


class AsyncRoom:
    """A seat in a room, or a place to watch from. Use it with `async with`."""

    def __init__(self, url: RoomUrl, token: str, *, watch: bool = False, timeouts: Timeouts | None = None) -> None:
        self.connection = RoomClient(url, token, watch=watch, timeouts=timeouts)
        """The connection below, for commands that have no method here."""
        self.link = url.link
        """The link to share."""

    async def __aenter__(self) -> Self:
        """Enter the room. Raises BotError if the server does not admit this player, or cannot be reached."""
        await self.connection.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the seat."""
        await self.connection.leave()

    @property
    def replica(self) -> RoomReplica:
        """All that is known of the room: members, settings, the race, everyone's boards as far as they may be seen."""
        return self.connection.replica

    @property
    def game(self) -> GameView | None:
        """This player's game: its locked cards, shuffles, what can be undone; None before a race has started."""
        return self.replica.mine

    @property
    def board(self) -> Board | None:
        """The board of this player's game."""
        return self.replica.boards.get(self.game.game) if self.game else None

    @property
    def shuffles_left(self) -> int:
        """How many shuffles this player has left."""
        game, variant = self.game, self.replica.variant
        return variant.shuffles - game.shuffles if game and variant else 0

    @property
    def is_playing(self) -> bool:
        """Whether this player's game runs."""
        return self.game is not None and not self.game.ended and self.replica.is_racing

    @property
    def standings(self) -> Sequence[Standing]:
        """The results of the race, the best first; empty before it is over."""
        race = self.replica.race
        return race.standings or () if race else ()

    def legal_moves(self) -> Sequence[Move]:
        """Return the moves that the rules allow on this player's board."""
        variant = self.replica.variant
        return self.board.legal_moves(right_fill=variant.right_fill) if self.board and variant else ()

    def send(self, command: Command) -> bool:
        """Send any other command, if the connection is up; return whether it is."""
        return self.connection.send(command)

    async def add_bot(self, level: BotLevel = 3) -> None:
        """Seat one of the server's bots, as the host of the room. Return once it is there."""
        members = self.replica.member_count
        self.send(AddBot(level))
        await self.connection.until(lambda replica: replica.member_count > members)

    async def race(self) -> RaceView:
        """Get ready, and return the race once it has started. All others have to get ready, too."""
        race = await wait_for_race(self.connection)
        await self.connection.until(lambda replica: replica.started or not replica.is_racing)
        return race

    async def act(self, action: Action | str) -> Acted:
        """Make an action: a move, or `shuffle`, `undo`, `redo`, `resign`. Return once the server has stored it.

        Raises BotError with the code of the refusal, or of the end of the connection.
        """
        answer = await self.connection.act(action if isinstance(action, str) else action_text(action))
        if isinstance(answer, Refused):
            raise BotError(answer.code, answer.message)
        return answer

    async def results(self) -> Sequence[Standing]:
        """Wait until the race is over, and return its results, the best first."""
        await self.connection.until(lambda replica: not replica.is_racing)
        return self.standings


class AsyncClient:
    """A server, and the identity of a player there."""

    def __init__(self, url: str, token: str = "") -> None:
        """Take the address of a server, or the link of a room in it, and a token; without one, `sign_up` makes it.

        Raises BotError `bad_address`.
        """
        self.server = RoomUrl.parse(url)
        """The address of the server."""
        self.token = token

    async def sign_up(self, name: str = "", *, program: bool = True) -> Identity:
        """Create a player, by default one that is marked as a program. Keep its token: it proves who this is."""
        identity = await new_identity(self.server, name, program=program)
        self.token = identity.token
        return identity

    async def new_room(self, settings: Settings | None = None) -> str:
        """Create a room, and return its code."""
        return (await new_room(self.server, settings or Settings(), self.token)).code

    async def race_now(self, variant: str = "addiction") -> str:
        """Take a seat in a room that waits for players, and return its code; the race begins by itself."""
        return (await race_now(self.server, variant, self.token)).code

    async def room(self, code: str = "", *, watch: bool = False) -> AsyncRoom:
        """Return a room, to be entered with `async with`: that of a code or of the link, or else a new one."""
        code = code or self.server.code or await self.new_room()
        return AsyncRoom(self.server.room(code), self.token, watch=watch)

    async def finished_game(self, game: str) -> FinishedGame:
        """Return a finished game, with its record."""
        return await finished_game(self.server, game)

    async def dailies(self, date: str) -> DailyList:
        """Return the dailies of a date, such as `2026-11-21`."""
        return await asyncio.to_thread(daily_list, self.server, date)


class _Loop:
    """An event loop in a thread, which runs the coroutines that a program waits for."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="gaprace client", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Carry out some work in the thread, and return its result."""
        future: Future[Answer] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def read(self, look: Callable[[], Answer]) -> Answer:
        """Return the result of a function that runs in the thread of the loop, which makes all changes."""

        async def looked() -> Answer:
            return look()

        return self.run(looked())

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Room:
    """A blocking `AsyncRoom`, for `with`."""

    def __init__(self, loop: _Loop, room: AsyncRoom) -> None:
        self._loop, self._room = loop, room
        self.link = room.link
        """The link to share."""

    def __enter__(self) -> Self:
        """Enter the room; raises as `AsyncRoom`."""
        self._loop.run(self._room.__aenter__())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the seat."""
        self._loop.run(self._room.__aexit__(kind, error, trace))

    @property
    def game(self) -> GameView | None:
        """See `AsyncRoom`."""
        return self._loop.read(lambda: self._room.game)

    @property
    def board(self) -> Board | None:
        """See `AsyncRoom`."""
        return self._loop.read(lambda: self._room.board)

    @property
    def shuffles_left(self) -> int:
        """See `AsyncRoom`."""
        return self._loop.read(lambda: self._room.shuffles_left)

    @property
    def is_playing(self) -> bool:
        """See `AsyncRoom`."""
        return self._loop.read(lambda: self._room.is_playing)

    @property
    def standings(self) -> Sequence[Standing]:
        """See `AsyncRoom`."""
        return self._loop.read(lambda: self._room.standings)

    def legal_moves(self) -> Sequence[Move]:
        """See `AsyncRoom`."""
        return self._loop.read(self._room.legal_moves)

    def send(self, command: Command) -> bool:
        """See `AsyncRoom`."""
        return self._loop.read(lambda: self._room.send(command))

    def add_bot(self, level: BotLevel = 3) -> None:
        """See `AsyncRoom`."""
        self._loop.run(self._room.add_bot(level))

    def race(self) -> RaceView:
        """See `AsyncRoom`."""
        return self._loop.run(self._room.race())

    def act(self, action: Action | str) -> Acted:
        """See `AsyncRoom`."""
        return self._loop.run(self._room.act(action))

    def results(self) -> Sequence[Standing]:
        """See `AsyncRoom`."""
        return self._loop.run(self._room.results())


class Client:
    """A blocking `AsyncClient`, for `with`."""

    def __init__(self, url: str, token: str = "") -> None:
        """See `AsyncClient`."""
        self._client, self._loop = AsyncClient(url, token), _Loop()

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End its thread."""
        self._loop.close()

    @property
    def token(self) -> str:
        """The token of the identity."""
        return self._client.token

    def sign_up(self, name: str = "", *, program: bool = True) -> Identity:
        """See `AsyncClient`."""
        return self._loop.run(self._client.sign_up(name, program=program))

    def new_room(self, settings: Settings | None = None) -> str:
        """See `AsyncClient`."""
        return self._loop.run(self._client.new_room(settings))

    def race_now(self, variant: str = "addiction") -> str:
        """See `AsyncClient`."""
        return self._loop.run(self._client.race_now(variant))

    def room(self, code: str = "", *, watch: bool = False) -> Room:
        """Return a room, to be entered with `with`: that of a code or of the link, or else a new one."""
        return Room(self._loop, self._loop.run(self._client.room(code, watch=watch)))

    def finished_game(self, game: str) -> FinishedGame:
        """See `AsyncClient`."""
        return self._loop.run(self._client.finished_game(game))

    def dailies(self, date: str) -> DailyList:
        """See `AsyncClient`."""
        return self._loop.run(self._client.dailies(date))
