"""Bots that play in a room: each takes its turns as slowly as a person would.

A bot's game is an ordinary one: whoever makes its actions numbers them, so two processes that both do cannot spoil it.
One does, as long as somebody is there to see it: that to which the first person present is connected.

However many rooms have bots, all together take a small part of a process's time: they get slower.
"""

from collections import deque
from collections.abc import Callable, Iterable
from zlib import crc32

from gaprace.errors import RoomError, RulesError
from gaprace.play.bots import bot_name, level_of, pause_ms
from gaprace.ports import Store, StoredPlayer
from gaprace.rooms.context import Tools
from gaprace.rooms.live_race import LiveGame
from gaprace.rooms.race_runner import RaceRunner
from gaprace.rooms.timers import Timers
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.game import Game

MAX_ACTIONS = 600
"""After so many actions a bot resigns: nobody should wait for it for ever."""


class Bots:
    """Plays the games of all bots in the races of one room."""

    def __init__(self, tools: Tools, plays_here: Callable[[], bool]) -> None:
        """Take what says whether this process is to make the bots' actions."""
        self._tools = tools
        self._plays_here = plays_here
        self._known: set[str] = set()
        self._timers = Timers(tools.clock)

    async def register(self, players: Iterable[str]) -> None:
        """Store the bots among some players, as the store's games need it."""
        for bot in {player for player in players if level_of(player)} - self._known:
            await _register(self._tools.store, bot, self._tools.clock.now())
            self._known.add(bot)

    def play(self, runner: RaceRunner) -> None:
        """Play the bots' games of a race, and no longer those of the race before."""
        self.stop()
        for game in runner.race.games.values():
            if level_of(game.seat.player) and not game.is_over:
                turns = _Turns(game, runner, self._tools, self._plays_here)
                self._timers.at(runner.race.starts_at, turns.take)

    def stop(self) -> None:
        """Play no more."""
        self._timers.stop()


async def _register(store: Store, bot: str, now: int) -> None:
    """Store a bot as a player, unless it is there. Nobody can be it: no recovery code has such a hash."""
    if await store.player(bot) is None:
        try:
            await store.add_player(StoredPlayer(bot, bot_name(bot), 1, bot, now))
        except ValueError:
            return  # another process has just done it


class _Turns:
    """One bot's turns in one game."""

    def __init__(self, game: LiveGame, runner: RaceRunner, tools: Tools, plays_here: Callable[[], bool]) -> None:
        self._game, self._runner, self._tools, self._plays_here = game, runner, tools, plays_here
        self._level = level_of(game.seat.player)
        self._style = crc32(game.seat.game.encode())
        self._line: deque[Action] = deque()
        """What comes next, if the game is where it was when that was planned."""
        self._line_from = -1
        """How many actions the game has then."""

    async def take(self) -> None:
        """Take turns until the game has ended."""
        while not (self._runner.race.is_over or self._game.is_over or self._game.decided.is_ended):
            pause = pause_ms(self._level, self._game.seat.game, self._game.decided.number)
            await self._tools.clock.sleep_until(self._tools.clock.now() + pause)
            if self._plays_here():
                await self._tools.bots.passed()
                await self._take_one()

    async def _take_one(self) -> None:
        before = self._game.decided
        action = await self._next(before)
        try:
            self._runner.play(self._game, before.number + 1, action)
        except (RoomError, RulesError):
            self._line.clear()  # something came between: another turn, or the end

    async def _next(self, game: Game) -> Action:
        if game.number >= MAX_ACTIONS:
            return ControlAction.RESIGN
        if not self._line or self._line_from != game.number:
            self._line = deque(await self._tools.engine.plan(game, self._level, self._style))
        self._line_from = game.number + 1
        return self._line.popleft() if self._line else ControlAction.RESIGN
