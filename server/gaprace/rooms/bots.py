"""Bots that play in a room, each about as slowly as a person.

A bot's game is an ordinary game with numbered actions, so two servers that both play it cannot corrupt it. As long as
a member is connected, one server plays it: the one to which the first of these members is connected.

The bots of all rooms share a small part of a server's time: the more bots there are, the slower they play.
"""

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress

from gaprace.errors import Refusal, RulesError
from gaprace.play.live.bots import bot_name, level_of, pause_ms, style_of
from gaprace.play.live.live_game import LiveGame
from gaprace.ports import Store, StoredPlayer
from gaprace.rooms.context import RoomContext
from gaprace.rooms.race_shell import RaceShell
from gaprace.rooms.rivals import RecordedTurns
from gaprace.rooms.timers import Timers
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.game import Game

MAX_BOT_ACTIONS = 600
"""Number of actions after which a bot resigns, so that nobody has to wait for it."""


class Bots:
    """Plays the games of all bots in the races of one room."""

    def __init__(self, context: RoomContext) -> None:
        self._context = context
        self._known: set[str] = set()
        self._timers = Timers(context.clock)

    async def register(self, players: Iterable[str]) -> None:
        """Store the bots among some players, since every stored game needs a stored player."""
        bots = {player for player in players if level_of(player)} - self._known
        await register_bots(self._context.store, bots, self._context.clock.now())
        self._known |= bots

    def play(self, race: RaceShell, plays_here: Callable[[], bool]) -> None:
        """Play the bots' games of this race only, while `plays_here` is true."""
        self.stop()
        for game in race.state.games.values():
            if level_of(game.seat.player) and not game.has_ended:
                self._timers.at(race.state.facts.starts_at, self._turns(game, race, plays_here).take)

    def _turns(self, game: LiveGame, race: RaceShell, plays_here: Callable[[], bool]) -> "_Turns | RecordedTurns":
        if source := race.sources.get(game.id):
            return RecordedTurns(game, race, source, self._context, plays_here)
        return _Turns(game, race, self._context, plays_here)

    def stop(self) -> None:
        """Stop playing."""
        self._timers.stop()


async def register_bots(store: Store, bots: Iterable[str], now: int) -> None:
    """Store bots as players, under their names. Nobody can sign in as a bot: no recovery code has such a hash."""
    for bot in bots:
        stored = await store.player(bot)
        if stored is None:
            with suppress(ValueError):  # another server has just done it
                await store.add_player(StoredPlayer(bot, bot_name(bot), 1, bot, now, program=True))
        elif stored.name != bot_name(bot):  # it has the name that an earlier version gave it
            await store.rename_player(bot, bot_name(bot))


class _Turns:
    """The turns of one bot in one game."""

    def __init__(self, game: LiveGame, race: RaceShell, context: RoomContext, plays_here: Callable[[], bool]) -> None:
        self._game, self._race, self._context, self._plays_here = game, race, context, plays_here
        self._level = level_of(game.seat.player)
        self._style = style_of(game.id)
        self._line: deque[Action] = deque()
        """The planned actions, good if the game still has `_line_from` actions."""
        self._line_from = -1

    async def take(self) -> None:
        """Take turns until the game has ended."""
        clock = self._context.clock
        while not (self._race.state.is_over or self._game.has_ended or self._game.accepted.is_ended):
            pause = pause_ms(self._level, self._game.id, self._game.accepted.number)
            await clock.sleep_until(clock.now() + pause)
            if self._plays_here():
                await self._context.bot_throttle.passed()
                await self._take_one()

    async def _take_one(self) -> None:
        before = self._game.accepted
        action = await self._next(before)
        try:
            self._race.play(self._game, before.number + 1, action)
        except (Refusal, RulesError):
            self._line.clear()  # a peer has made this action, or the game has ended

    async def _next(self, game: Game) -> Action:
        if game.number >= MAX_BOT_ACTIONS:
            return ControlAction.RESIGN
        if not self._line or self._line_from != game.number:
            self._line = deque(await self._context.engine.plan(game, self._level, self._style))
        self._line_from = game.number + 1
        return self._line.popleft() if self._line else ControlAction.RESIGN
