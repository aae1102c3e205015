"""The paths of the commonest requests through the server: the files and functions of `gaprace` that each one crosses.

A real server runs in this process, profiled, and its clients in another thread, which is not. What a thread of the
server does between two marks of the client is one path; the time between is quiet, so nothing else gets in.
"""

import asyncio
import signal
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import httpx2

import gaprace
from gaprace.bot.room_url import RoomUrl, new_identity, new_room
from gaprace.play.live.race import TAKEOVER_DELAY_MS
from gaprace.rules.actions import action_text
from gaprace.rules.board import parse_board
from gaprace.settings import read_settings
from gaprace.startup import serve as serve_here
from gaprace.wire import (
    PROTOCOL,
    Act,
    Acted,
    Event,
    Finished,
    Hello,
    Present,
    Settings,
    Start,
    Started,
    Starting,
    Welcome,
    decode_event,
    encode,
)
from gaprace.wire.http import DailyList, Identity, RoomCreated
from tests.processes import TEST_SETTINGS, free_port
from tests.raw_websockets import RawClient, raw_client
from tests.web.responses import read

FOLDER = str(Path(gaprace.__file__).parent)
QUIET_S = 0.5
SETTLE_S = TAKEOVER_DELAY_MS / 1000 + QUIET_S
"""After the start: until then a process looks whether its peers did their part."""

PERIODIC = {"Reconciler.tick", "Sampling.step", "Journal._is_woken"}
"""What is done every few seconds, whatever clients do."""
BACKGROUND = {
    "Timers._repeated": True,
    "SystemClock._follow": True,
    "Journal._watch": True,
    "Journal._probe": True,
    "Journal._write_group": False,
}
"""Whether a task does such work from here on, as do the tasks that it begins then."""


_is_background = ContextVar("is_background", default=False)


class Recorder:
    """The functions of `gaprace` that are called while a path is being recorded, in the order of their first call.

    A coroutine that goes on after a wait counts only if it then calls something.
    """

    def __init__(self) -> None:
        self.paths: dict[str, dict[tuple[str, str], set[str]]] = defaultdict(dict)
        """By path, by file and function: the files in which the functions lie that this one has called."""
        self._path = ""

    def profile(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_qualname in BACKGROUND:
            _is_background.set(BACKGROUND[frame.f_code.co_qualname])
        if event == "call" and self._path and is_ours(frame) and is_start(frame) and not is_periodic(frame):
            calls = self.paths[self._path]
            caller = frame.f_back
            if caller and is_ours(caller):
                calls.setdefault(key_of(caller), set()).add(key_of(frame)[0])
            calls.setdefault(key_of(frame), set())

    @contextmanager
    def recording(self, path: str) -> Iterator[None]:
        self._path = path
        yield
        self._path = ""

    def show(self) -> None:
        for name, calls in self.paths.items():
            files = list(dict.fromkeys(file for file, _ in calls))
            leaves = [
                file for file in files if all(called <= {file} for (at, _), called in calls.items() if at == file)
            ]
            passing = len(files) - len(leaves)
            print(f"\n{name}: passes {passing} files; {len(leaves)} more (-) are only asked; {len(calls)} functions")
            for file in files:
                functions = ", ".join(function for other, function in calls if other == file)
                print(f"  {'-' if file in leaves else ' '} {file:<28} {functions}")


def is_ours(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(FOLDER)


def is_periodic(frame: FrameType | None) -> bool:
    """Whether a frame belongs to work that is done every few seconds, whatever clients do."""
    if _is_background.get():
        return True
    while frame:
        if frame.f_code.co_qualname in PERIODIC:
            return True
        frame = frame.f_back
    return False


def is_start(frame: FrameType) -> bool:
    """Whether a frame begins, and does not go on after a wait: so the instruction RESUME says."""
    return frame.f_code.co_code[frame.f_lasti + 1] == 0


def key_of(frame: FrameType) -> tuple[str, str]:
    return frame.f_code.co_filename[len(FOLDER) + 1 :], frame.f_code.co_qualname


class Person:
    """A client that keeps what it hears."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.client: RawClient
        self.game = self.board = ""
        self._heard: asyncio.Queue[Event] = asyncio.Queue()

    async def enter(self, room: RoomUrl, *, watch: bool = False) -> None:
        port = int(room.base.rpartition(":")[2])
        path = f"/ws/rooms/{room.code}"
        self.client = await raw_client(port, path, self.identity.token, self._hear)
        self.client.send(encode(Hello(PROTOCOL, watch=watch)))
        await self.hears(Welcome)

    def _hear(self, payload: bytes) -> None:
        self._heard.put_nowait(decode_event(payload))

    async def hears(self, kind: type[Event]) -> Event:
        """Wait for an event of a kind."""
        while True:
            event = await asyncio.wait_for(self._heard.get(), 20)
            if isinstance(event, Starting):
                self.game = next((each.game for each in event.race.seats if each.player == self.identity.id), "")
            elif isinstance(event, Started):
                self.board = event.board
            if isinstance(event, kind):
                return event

    def act(self, n: int, action: str) -> None:
        self.client.send(encode(Act(self.game, n, action)))


async def race(server: RoomUrl, recorder: Recorder) -> None:
    """Two players and a spectator: moves, a shuffle, and one that comes back."""
    ann, bob, cho = [Person(await new_identity(server, name)) for name in ("Ann", "Bob", "Cho")]
    # Of a deal that was chosen: a ranked race would be watched half a minute late.
    room = await new_room(server, Settings(seats=2, code="0123456789"), ann.identity.token)
    for person in (ann, bob):
        await person.enter(room)
    await cho.enter(room, watch=True)
    await ann.hears(Present)
    ann.client.send(encode(Start()))
    for person in (ann, bob, cho):
        await person.hears(Started)
    await asyncio.sleep(SETTLE_S)
    board = parse_board(ann.board, 13)

    async def move(n: int) -> None:
        nonlocal board
        chosen = board.legal_moves()[0]
        board = board.after(chosen)
        ann.act(n, action_text(chosen))
        for person in (ann, cho):
            await person.hears(Acted)
        await asyncio.sleep(QUIET_S)

    await move(1)  # which opens the connection of the journal
    with recorder.recording("a move"):
        await move(2)
    with recorder.recording("a shuffle"):
        ann.act(3, "shuffle")
        await cho.hears(Acted)
        await asyncio.sleep(QUIET_S)
    bob.client.transport.abort()
    await asyncio.sleep(QUIET_S)
    with recorder.recording("a reconnect"):
        await bob.enter(room)
        await asyncio.sleep(QUIET_S)
    for person in (ann, bob, cho):
        person.client.transport.abort()


async def daily(server: RoomUrl, recorder: Recorder) -> None:
    """From the last action of a ranked game of a daily to its row on the leaderboard."""
    async with httpx2.AsyncClient(base_url=server.base, timeout=30) as browser:
        ann = Person(read(await browser.post("/api/v1/players", json={"name": "Ann"}), Identity, 201))
        browser.headers["Authorization"] = f"Bearer {ann.identity.token}"
        date = read(await browser.get("/api/v1/dailies"), DailyList).date
        created = read(await browser.post(f"/api/v1/dailies/{date}/mini/games"), RoomCreated, 201)
        await ann.enter(RoomUrl(server.base, created.code))
        ann.client.send(encode(Start()))
        await ann.hears(Started)
        await asyncio.sleep(SETTLE_S)
        with recorder.recording("a daily's way to the leaderboard"):
            ann.act(1, "resign")
            await ann.hears(Finished)
            (await browser.get(f"/api/v1/leaderboards/daily/{date}/mini")).raise_for_status()
            await asyncio.sleep(QUIET_S)
    ann.client.transport.abort()


async def visit(address: str, recorder: Recorder) -> None:
    server = RoomUrl.parse(address)
    await race(server, recorder)
    await daily(server, recorder)


async def serve(database_url: str, recorder: Recorder) -> None:
    settings = read_settings({**TEST_SETTINGS, "GAPRACE_DATABASE_URL": database_url, "GAPRACE_PORT": str(free_port())})

    def stay(address: str) -> None:
        try:
            asyncio.run(visit(address, recorder))
        finally:
            signal.raise_signal(signal.SIGTERM)

    await serve_here(settings, lambda address, _: threading.Thread(target=stay, args=(address,)).start())


def run() -> None:
    recorder = Recorder()
    with TemporaryDirectory() as folder:
        sys.setprofile(recorder.profile)
        try:
            asyncio.run(serve(f"sqlite:///{folder}/paths.db", recorder))
        finally:
            sys.setprofile(None)
    recorder.show()
