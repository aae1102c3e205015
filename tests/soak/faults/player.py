"""A player from outside: a WebSocket, JSON, and the second implementation of the rules."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import monotonic, time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidMessage, InvalidStatus, WebSocketException

from gaprace.wire import PROTOCOL
from tests.independent_rules import legal_moves, moved
from tests.soak.faults.history import History

ANSWER_TIMEOUT_S = 4.0
"""After this time without an answer the client connects again and sends the action again."""
RECONNECT_DELAY_S = 0.1
CONNECT_TIMEOUT_S = 5.0
VARIANT = "addiction"

Message = dict[str, Any]


class Player:
    """One connection of a player, which comes back after every cut and plays without an aim."""

    def __init__(
        self,
        url: Callable[[], str],
        token: str,
        history: History,
        random: Random,
        *,
        pace_s: float,
    ) -> None:
        self._url, self._token, self._history, self._random, self._pace_s = url, token, history, random, pace_s
        self.id = ""
        self.game = ""
        self.n = 0
        self.board = ""
        self.starts_at = 0
        self.has_ended = False
        self.is_race_over = False
        self.reveal: Message | None = None
        """The proof of the deal, once the race is over."""
        self.made = 0
        """The number of acknowledged actions."""
        self.is_playing = True
        self._epoch: int | None = None
        self._socket: ClientConnection | None = None
        self._answer: asyncio.Future[Message] | None = None
        self._waiting_for: tuple[int, str] = (0, "")
        self._first_sent_ms: dict[tuple[str, int, str], int] = {}
        """When each action was sent first: one that was refused with `try_again` may have been stored all the same."""
        self._news = asyncio.Event()

    # The connection

    async def run(self) -> None:
        """Keep a connection until cancelled."""
        while True:
            with suppress(OSError, WebSocketException, InvalidStatus, InvalidMessage, TimeoutError, EOFError):
                await self._converse()
            self._socket = None
            await asyncio.sleep(RECONNECT_DELAY_S * (1 + self._random.random()))

    async def _converse(self) -> None:
        headers = {"Authorization": f"Bearer {self._token}"}
        options = {"open_timeout": CONNECT_TIMEOUT_S, "ping_interval": None, "close_timeout": 0.5, "proxy": None}
        async with connect(self._url(), additional_headers=headers, compression=None, **options) as socket:
            await socket.send(json.dumps({"t": "hello", "protocol": PROTOCOL}))
            async for text in socket:
                message = json.loads(text)
                self._take(message)
                if message["t"] == "welcome":
                    self._socket = socket
                self._news.set()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds; it is looked at after every message."""
        while not holds():
            self._news.clear()
            await self._news.wait()

    async def send(self, message: Message) -> bool:
        """Send a message, if there is a connection."""
        socket = self._socket
        if socket is None:
            return False
        with suppress(WebSocketException, OSError):
            await socket.send(json.dumps(message))
        return True

    async def get_ready(self) -> None:
        """Be ready until the race is about to start: just after a fault that may be refused with `try_again`."""
        while not self.starts_at:
            await self.send({"t": "ready"})
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_TIMEOUT_S):
                    await self.until(lambda: self.starts_at)

    def cut(self) -> None:
        """Cut the connection without a goodbye."""
        if self._socket:
            self._socket.transport.abort()

    # Messages

    def _take(self, message: Message) -> None:
        match message["t"]:
            case "welcome":
                self._welcome(message)
            case "starting" | "room":
                self._race(message.get("race") or message.get("room", {}).get("race"))
            case "started":
                if not self.board:
                    self.board = message["board"]
            case "snapshot":
                self._see(message["game"])
            case "acted":
                self._acted(message)
            case "refused" if message.get("command") == "act":
                self._see(message.get("game"))
                self._resolve(message.get("n"), None, message)
            case "finished":
                self.is_race_over, self.reveal = True, message.get("reveal")

    def _welcome(self, message: Message) -> None:
        self.id = message["you"]["id"]
        epoch = message.get("epoch")
        is_new_epoch = self._epoch is not None and epoch != self._epoch
        self._epoch = epoch
        self._race(message["room"].get("race"))
        for view in message.get("games", ()):
            if is_new_epoch:
                self._history.lost_reports += 1
                self._history.restored(view["game"], view.get("n", 0))
            self._see(view)

    def _race(self, race: Message | None) -> None:
        if race:
            self.starts_at = race["starts_at"]
            self.is_race_over = race.get("standings") is not None
            self.reveal = race.get("reveal")
            mine = [seat["game"] for seat in race["seats"] if seat["player"] == self.id]
            if mine and mine[0] != self.game:
                self.game, self.n, self.board, self.has_ended = mine[0], 0, "", False

    def _see(self, view: Message | None) -> None:
        if view and view["game"] == self.game and view.get("board"):
            self.n, self.board, self.has_ended = view.get("n", 0), view["board"], view.get("ended", False)

    def _acted(self, message: Message) -> None:
        game, n, action = message["game"], message["n"], message["action"]
        self._history.acted(game, n, action, message["ms"])
        if game != self.game:
            return
        if n == self.n + 1:
            self.n = n
            card, _, slot = action.partition("@")
            self.board = message.get("board") or moved(self.board, card, int(slot))
            self.has_ended |= action == "resign"
        self._resolve(n, action, message)

    def _resolve(self, n: int | None, action: str | None, message: Message) -> None:
        waits = self._answer and not self._answer.done() and self._waiting_for[0] == n
        if self._answer and waits and action in {None, self._waiting_for[1]}:
            self._answer.set_result(message)

    # Playing

    async def play(self) -> None:
        """Make actions until the game ends or `is_playing` is false."""
        await self.until(lambda: self.board)
        while self.is_playing and not self.has_ended:
            await self._act(self._any_action())
            await asyncio.sleep(self._pace_s * self._random.random() * 2)

    async def resign(self) -> None:
        """Give up, again and again until it is stored."""
        await self.until(lambda: self.board)
        while not self.has_ended and not self.is_race_over:
            await self._act("resign")

    def _any_action(self) -> str:
        moves = legal_moves(VARIANT, self.board)
        if moves and self._random.random() < 0.75:
            card, slot = self._random.choice(moves)
            return f"{card}@{slot}"
        return self._random.choice(["undo", "undo", "undo", "redo", "shuffle"])

    async def _act(self, action: str) -> None:
        """Send one action until it is answered, on as many connections as that takes."""
        game, n, began = self.game, self.n + 1, monotonic()
        self._answer, self._waiting_for = asyncio.get_running_loop().create_future(), (n, action)
        sent_ms = self._first_sent_ms.setdefault((game, n, action), _now() - self.starts_at)
        while self.game == game:
            if not await self.send({"t": "act", "game": game, "n": n, "action": action}):
                await asyncio.sleep(0.05)
                continue
            try:
                answer = await asyncio.wait_for(asyncio.shield(self._answer), ANSWER_TIMEOUT_S)
            except TimeoutError:
                self._history.longest_silence_s = max(self._history.longest_silence_s, monotonic() - began)
                self.cut()
                await asyncio.sleep(0)
                self._socket = None
                continue
            if answer["t"] == "acted":
                self.made += 1
                self._news.set()
                self._history.answered(answer["ms"], sent_ms, _now() - self.starts_at)
            elif answer["code"] == "try_again":
                await asyncio.sleep(0.2)
            return


def _now() -> int:
    return round(time() * 1000)
