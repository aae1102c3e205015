"""Runs one race: decides actions, stores them, and only then has them told."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from gaprace.errors import RoomError, RulesError, StoreUnavailable
from gaprace.play import views
from gaprace.play.referee import decide
from gaprace.ports import GameVersion, StoredAction, Written
from gaprace.rooms.audience import Attendee
from gaprace.rooms.context import Tools
from gaprace.rooms.feed import Feed
from gaprace.rooms.hearers import Hearers
from gaprace.rooms.live_race import LiveGame, LiveRace, replayed, result_of
from gaprace.rooms.notes import ActionStored, GameEnded, GameHinted
from gaprace.rooms.race_teller import RaceTeller
from gaprace.rooms.refusals import refusal_of
from gaprace.rooms.timers import Timers
from gaprace.rooms.transactions import end_game
from gaprace.rules.actions import Action, ControlAction, action_text, parse_action
from gaprace.rules.game import Game
from gaprace.wire import Act, Settings

_log = logging.getLogger(__name__)
STEP_IN_MS = 1500
"""How long a step that is another process's to take may be late before this one takes it."""


class RaceRunner:
    """A race that is about to start, runs, or ended last in a room."""

    def __init__(
        self,
        race: LiveRace,
        hearers: Hearers,
        tools: Tools,
        settings: Settings,
        when_over: Callable[[], Awaitable[None]],
    ) -> None:
        """Take a race; `when_over` is called once all its games have ended."""
        self.race = race
        self._audience = hearers.here
        self._tools = tools
        self._elsewhere = hearers.elsewhere
        self._timers = Timers(tools.clock)
        feed = Feed(tools.clock, self._timers, settings.spectator_delay_s * 1000)
        self.teller = RaceTeller(race, hearers.here, tools.clock, feed, boards_open=settings.boards_open)
        self._when_over = when_over
        self._reloading: dict[str, asyncio.Event] = {}
        self._outdated: set[str] = set()
        """Games that have to be read from the store."""
        self._left: set[str] = set()

    def stop(self) -> None:
        """Do nothing more in this process."""
        self._timers.stop()

    # The clock

    def take_up(self) -> None:
        """Wait for what is to come: the start instant, the time limit, the end of games that are won already."""
        race = self.race
        if race.is_over or race.has_begun(self._tools.clock.now()):
            self.teller.take_up()
        if race.is_over:
            return
        if not race.has_begun(self._tools.clock.now()):
            self._timers.at(race.starts_at, self._begin)
        if race.ends_at is not None:
            self._timers.at(race.ends_at, self.end_all)
        for game in race.games.values():
            if game.told.is_ended and not game.is_over:
                self._timers.soon(lambda game=game: self._end(game))  # type: ignore[misc]
        if self._all_are_over:
            self._timers.soon(self._when_over)

    def begin_at_once(self) -> None:
        """Tell the layout now: a solo room has no countdown."""
        self.teller.tell_started()

    async def _begin(self) -> None:
        self.teller.tell_started()
        for player in tuple(self._left):
            self.resign(player)

    async def end_all(self) -> None:
        """End every game as it stands, and with the last the race: the time is up."""
        await self._tools.journal.flushed()
        for game in list(self.race.games.values()):
            if self._is_played_elsewhere(game):
                self._step_in(game)
            else:
                await self._end(game)

    def _is_played_elsewhere(self, game: LiveGame) -> bool:
        """Whether another process may be about to store an action of this game."""
        player = game.seat.player
        return player not in self._audience.present and player in self._elsewhere.present

    def _step_in(self, game: LiveGame) -> None:
        """End a game that another process should end, if that does not."""
        self._timers.at(self._tools.clock.now() + STEP_IN_MS, lambda: self._end(game))

    # Actions

    async def act(self, attendee: Attendee, act: Act) -> None:
        """Decide an action, and have it stored. Whoever sent it is answered: `acted` when it is stored, or `refused`.

        Raises:
            RoomError: it is no game of this player that has begun.

        """
        game = self._own_game(attendee, act.game)
        while act.game in self._reloading:
            await self._reloading[act.game].wait()
        try:
            is_new = self._decide(game, act.n, act.action)
        except (RoomError, RulesError) as error:
            reason = error
            game.say_when_stored(lambda: self._refuse(attendee, game, act.n, reason))
            return
        if not is_new:
            game.say_when_stored(lambda: self._answer_again(attendee, game, act.n))

    def play(self, game: LiveGame, n: int, action: Action) -> None:
        """Make action `n` of a bot's game. Nothing happens if it is made already.

        Raises:
            RoomError, RulesError: it does not stand.

        """
        self._decide(game, n, action_text(action))

    def _decide(self, game: LiveGame, n: int, action: str) -> bool:
        """Have action `n` stored, if it stands; say whether it is new, instead of the one that was made already."""
        after = decide(game.decided, n, action, self._ms_now())
        if after is None:
            return False
        self._refuse_late(game)
        self._write(game, after)
        return True

    def _refuse(self, attendee: Attendee, game: LiveGame, n: int, error: RoomError | RulesError) -> None:
        _log.debug("action %d is refused: %s", n, error.code, extra=self.race.about(game))
        self._tools.metrics.refused("act", error.code)
        self._audience.tell([attendee], refusal_of("act", error, n=n, game=self.teller.told_view(game)))

    def _own_game(self, attendee: Attendee, game_id: str) -> LiveGame:
        game = self.race.games.get(game_id)
        if game is None:
            raise RoomError("game_not_found", "The race of this room has no such game: it may be an earlier one.")
        if game.seat.player != attendee.player or not attendee.is_seated:
            raise RoomError("not_your_game", "This game is another player's.")
        if not self.race.has_begun(self._tools.clock.now()):
            raise RoomError("no_race", "The race has not started yet.")
        return game

    def _refuse_late(self, game: LiveGame) -> None:
        if self.race.time_is_up(self._tools.clock.now()) or (game.is_over and not game.told.is_ended):
            raise RoomError("time_up", "The time is up: the race has ended.")
        if self._tools.journal.is_full:
            raise RoomError("try_again", "The server cannot store actions just now: try again in a moment.")

    def _ms_now(self) -> int:
        return self._tools.clock.now() - self.race.starts_at

    def _write(self, game: LiveGame, after: Game) -> None:
        game.decided = after
        action, ms = after.actions[-1]
        row = StoredAction(game.seat.game, after.number, action_text(action), ms)
        self._tools.journal.write(row, lambda outcome: self._reported(game, after, outcome))

    def _answer_again(self, attendee: Attendee, game: LiveGame, n: int) -> None:
        self._audience.tell([attendee], views.acted_again(game.seat.game, game.told, n))

    def resign(self, player: str) -> None:
        """Resign the game of a player who leaves, if it runs; during the countdown, at the start instant.

        If another process stores an action of the game first, it is resigned after that.
        """
        self._left.add(player)
        game = self.race.game_of(player) if self.race.has_begun(self._tools.clock.now()) else None
        if game and not game.is_over and not game.decided.is_ended:
            after = game.decided.after(ControlAction.RESIGN, max(0, self._ms_now(), game.decided.time_ms))
            self._write(game, after)

    # Stored, so told

    def _reported(self, game: LiveGame, after: Game, outcome: Written) -> None:
        if outcome is not Written.STORED:
            game.unanswered.append((after.number, action_text(after.actions[-1].action)))
            self._reload_soon(game)
            return
        game.told = after
        action, ms = after.actions[-1]
        self._elsewhere.tell(ActionStored(game.seat.game, after.number, action_text(action), ms))
        self.teller.tell_action(game, after)
        game.say_what_waited()
        if after.is_ended:
            self._timers.soon(lambda: self._end(game))

    # What other processes store

    def follow(self, stored: ActionStored) -> None:
        """Take over an action that another process has stored; if it does not follow, ask the store."""
        game = self.race.games.get(stored.game)
        if game is None or stored.n <= game.told.number:
            return
        after = self._followed(game, stored)
        if after is None:
            self._reload_soon(game)
            return
        self.teller.tell_started()  # its clock may be ahead of this one's
        game.decided = game.told = after
        self.teller.tell_action(game, after)
        if after.is_ended:
            self._step_in(game)

    def _followed(self, game: LiveGame, stored: ActionStored) -> Game | None:
        is_next = stored.n == game.told.number + 1 and game.told is game.decided
        if not is_next or stored.game in self._reloading:
            return None
        try:
            return game.told.after(parse_action(stored.action), stored.ms)
        except RulesError:
            return None

    def follow_end(self, ended: GameEnded) -> None:
        """Note that another process has ended a game in the store."""
        game = self.race.games.get(ended.game)
        if game is None or game.is_over:
            return
        if game.told is not game.decided or game.told.number != ended.n or ended.game in self._reloading:
            self._reload_soon(game)
            return
        self._has_ended(game)
        if self._all_are_over:
            self._timers.at(self._tools.clock.now() + STEP_IN_MS, self._when_over)

    def follow_hint(self, hinted: GameHinted) -> None:
        """Note that another process has given a hint."""
        game = self.race.games.get(hinted.game)
        if game and not game.hinted:
            self.teller.tell_hinted(game)

    def compare(self, versions: Mapping[str, GameVersion]) -> None:
        """Reload the games that are further in the store."""
        for game_id, stored in versions.items():
            game = self.race.games.get(game_id)
            if game and (
                stored.n > game.decided.number
                or (stored.ended and not game.is_over and not game.is_ending)
                or (stored.hinted and not game.hinted)
            ):
                self._reload_soon(game)

    async def catch_up(self) -> None:
        """Reload the games that have not ended here: in the store the race is over."""
        for game in self.race.games.values():
            if not game.is_over:
                self._outdated.add(game.seat.game)
                await self._read(game)

    @property
    def numbers(self) -> dict[str, int]:
        """The number of the last stored action that is known here, by game."""
        return {game_id: game.told.number for game_id, game in self.race.games.items()}

    # When somebody else wrote for a game: the store is right

    def _reload_soon(self, game: LiveGame) -> None:
        self._outdated.add(game.seat.game)
        if game.seat.game not in self._reloading:
            self._reloading[game.seat.game] = asyncio.Event()
            self._timers.soon(lambda: self._reload(game))

    async def _reload(self, game: LiveGame) -> None:
        await self._read(game)
        self._reloading.pop(game.seat.game).set()
        self._answer_unanswered(game)
        game.say_what_waited()
        if game.told.is_ended or game.is_over:
            await self._end(game)
        elif game.seat.player in self._left:
            self.resign(game.seat.player)

    async def _read(self, game: LiveGame) -> None:
        """Read a game from the store, again if there was news of it meanwhile."""
        game_id = game.seat.game
        while game_id in self._outdated:
            if game.told is not game.decided:
                await self._tools.journal.flushed()
            self._outdated.discard(game_id)
            try:
                await self._read_once(game)
            except StoreUnavailable:
                self._outdated.add(game_id)
                raise

    async def _read_once(self, game: LiveGame) -> None:
        game_id = game.seat.game
        _log.info("the game is read again, from action %d on", game.told.number, extra=self.race.about(game))
        actions = await self._tools.store.actions([game_id])  # before the game: see RoomKeeper._loaded
        stored = await self._tools.store.race(self.race.id)
        row = next((each for each in stored.games if each.id == game_id), None) if stored else None
        if stored is None or row is None:
            return
        was_over = game.is_over
        for after in game.adopt(replayed(stored, row, actions.get(game_id, []))):
            self.teller.tell_action(game, after)
        if row.hinted and not game.hinted:
            self.teller.tell_hinted(game)
        if row.result is not None and not was_over:
            self._has_ended(game)

    def _answer_unanswered(self, game: LiveGame) -> None:
        own = self._audience.of(game.seat.player)
        for n, text in game.unanswered:
            is_stored = n <= game.told.number and action_text(game.told.actions[n - 1].action) == text
            error = RoomError("wrong_number", f"Action {n} does not follow: this game has {game.told.number} by now.")
            answer = (
                views.acted_again(game.seat.game, game.told, n)
                if is_stored
                else refusal_of("act", error, n=n, game=self.teller.told_view(game))
            )
            self._audience.tell(own, answer)
        game.unanswered.clear()

    # Ends

    async def _end(self, game: LiveGame) -> None:
        """End a game in the store, with all that is told of it; then the race, if it was the last."""
        if not game.is_over and not game.is_ending:
            game.is_ending = True
            try:
                await self._end_in_store(game)
            finally:
                game.is_ending = False
        if self._all_are_over:
            await self._when_over()

    @property
    def _all_are_over(self) -> bool:
        return all(game.is_over for game in self.race.games.values())

    async def _end_in_store(self, game: LiveGame) -> None:
        told = game.told
        result = result_of(told, self._tools.clock.now())
        if not await end_game(self._tools.store, game.seat.game, told.number, result):
            self._reload_soon(game)
            return
        self._elsewhere.tell(GameEnded(game.seat.game, told.number))
        if not game.is_over:
            self._has_ended(game)

    def _has_ended(self, game: LiveGame) -> None:
        """Tell what follows from the end of a game in the store."""
        _log.info("the game has ended with action %d", game.told.number, extra=self.race.about(game))
        game.is_over = True
        self.teller.tell_ended(game)

    # Hints

    def hint(self, attendee: Attendee, game_id: str) -> None:
        """Return a hint in a moment; from then on the game is practice.

        Raises:
            RoomError: what refuses an action.

        """
        game = self._own_game(attendee, game_id)
        if not game.is_hinting:
            game.is_hinting = True
            self._timers.soon(lambda: self._think_of_hint(attendee, game))

    async def _think_of_hint(self, attendee: Attendee, game: LiveGame) -> None:
        try:
            before = game.decided
            advice = None if game.is_over else await self._tools.engine.hint(before)
            if advice is None:
                reason = RoomError("no_hint", "There is nothing left to do in this game.")
                self._audience.tell([attendee], refusal_of("hint", reason))
                return
            await self._note_hinted(game)
            self._audience.tell(self._audience.of(attendee.player), views.hinted(game.seat.game, before.number, advice))
        finally:
            game.is_hinting = False

    async def _note_hinted(self, game: LiveGame) -> None:
        if not game.hinted:
            await self._tools.store.mark_hinted(game.seat.game)
            self._elsewhere.tell(GameHinted(game.seat.game))
            self.teller.tell_hinted(game)
