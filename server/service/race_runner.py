"""Runs one race: decides actions, stores them, and only then tells them.

Who is told what: a player whose game runs hears all of it at once, and of the other games the progress. Where boards
are open, everyone who holds a seat hears all of every game at once. Everyone else is a viewer, and is shown all boards
as late as the room wants it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from server.messages import Act, GameView, Hinted, Settings, Snapshot, Started, encode
from server.play import views
from server.play.errors import RoomError
from server.play.referee import decide
from server.ports import StoredAction, Written
from server.rules.actions import Verb, action_text
from server.rules.errors import RulesError
from server.rules.game import Game
from server.service.audience import Attendee, Audience
from server.service.feed import Feed
from server.service.live_race import LiveGame, LiveRace, replayed, result_of
from server.service.refusals import refusal_of
from server.service.timers import Timers
from server.service.tools import Tools
from server.solver.greedy import advise


class RaceRunner:
    """A race that is about to start, runs, or ended last in a room."""

    def __init__(
        self,
        race: LiveRace,
        audience: Audience,
        tools: Tools,
        settings: Settings,
        when_over: Callable[[], Awaitable[None]],
    ) -> None:
        """Take a race; `when_over` is called once all its games have ended."""
        self.race = race
        self._audience = audience
        self._tools = tools
        self._timers = Timers(tools.clock)
        self._feed = Feed(tools.clock, self._timers, settings.spectator_delay_s * 1000)
        self._boards_open = settings.boards_open
        self._when_over = when_over
        self._reloading: dict[str, asyncio.Event] = {}
        self._left_before_start: list[str] = []

    def stop(self) -> None:
        """Do nothing more in this process."""
        self._timers.stop()

    # The clock

    def take_up(self) -> None:
        """Wait for what is to come: the start instant, the time limit, the end of games that are won already."""
        race = self.race
        if race.is_over:
            race.is_shown = True
            return
        if race.has_begun(self._tools.clock.now()):
            race.is_shown = True
        else:
            self._timers.at(race.starts_at, self._begin)
        if race.ends_at is not None:
            self._timers.at(race.ends_at, self._time_is_up)
        for game in race.games.values():
            if game.told.is_ended and not game.is_over:
                self._timers.soon(lambda game=game: self._end(game))  # type: ignore[misc]
        if all(game.is_over for game in race.games.values()):
            self._timers.soon(self._when_over)

    def begin_at_once(self) -> None:
        """Tell the layout now: a solo room has no countdown."""
        self._tell_started()

    async def _begin(self) -> None:
        self._tell_started()

    def _tell_started(self) -> None:
        message = encode(self.race.started)
        for attendees in self._audience.players.values():
            self._audience.tell_encoded(attendees, message)
        self._feed.show(lambda: self._show_started(message))
        for player in self._left_before_start:
            self.resign(player)

    def _show_started(self, message: bytes) -> None:
        self.race.is_shown = True
        self._audience.tell_encoded(self._audience.viewers, message)

    async def _time_is_up(self) -> None:
        await self._tools.journal.flushed()
        for game in list(self.race.games.values()):
            await self._end(game)

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
            self._decide(attendee, game, act)
        except (RoomError, RulesError) as error:
            reason = error
            game.say_when_stored(lambda: self._refuse(attendee, game, act.n, reason))

    def _decide(self, attendee: Attendee, game: LiveGame, act: Act) -> None:
        after = decide(game.decided, act.n, act.action, self._ms_now())
        if after is None:
            game.say_when_stored(lambda: self._answer_again(attendee, game, act.n))
            return
        self._refuse_late(game)
        self._write(game, after)

    def _refuse(self, attendee: Attendee, game: LiveGame, n: int, error: RoomError | RulesError) -> None:
        self._audience.tell([attendee], refusal_of("act", error, n=n, game=self._told_view(game)))

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
        """Resign the game of a player who leaves, if it runs; during the countdown, at the start instant."""
        game = self.race.game_of(player)
        if not self.race.has_begun(self._tools.clock.now()):
            self._left_before_start.append(player)
        elif game and not game.is_over and not game.decided.is_ended:
            after = game.decided.after(Verb.RESIGN, max(0, self._ms_now(), game.decided.time_ms))
            self._write(game, after)

    # Stored, so told

    def _reported(self, game: LiveGame, after: Game, outcome: Written) -> None:
        if outcome is not Written.STORED:
            game.unanswered.append((after.number, action_text(after.actions[-1].action)))
            self._reload_soon(game)
            return
        game.told = after
        self._tell_action(game, after)
        game.say_what_waited()
        if after.is_ended:
            self._timers.soon(lambda: self._end(game))

    def _tell_action(self, game: LiveGame, after: Game) -> None:
        acted = encode(views.acted(game.seat.game, after))
        progress = b""
        for player, attendees in self._audience.players.items():
            if player == game.seat.player or self._boards_open:
                self._audience.tell_encoded(attendees, acted)
            else:
                progress = progress or encode(views.progress(game.seat.game, after, ended=after.is_ended))
                self._audience.tell_encoded(attendees, progress)
        self._feed.show(lambda: self._show_action(game, after, acted))

    def _show_action(self, game: LiveGame, after: Game, acted: bytes) -> None:
        game.shown = after
        self._audience.tell_encoded(self._audience.viewers, acted)

    # When somebody else wrote for a game: the store is right

    def _reload_soon(self, game: LiveGame) -> None:
        if game.seat.game not in self._reloading:
            self._reloading[game.seat.game] = asyncio.Event()
            self._timers.soon(lambda: self._reload(game))

    async def _reload(self, game: LiveGame) -> None:
        game_id = game.seat.game
        actions = await self._tools.store.actions([game_id])  # before the game: see LiveRoom.take_up
        stored = await self._tools.store.race(self.race.id)
        row = next(each for each in stored.games if each.id == game_id) if stored else None
        if stored and row:
            game.adopt(replayed(stored, row, actions.get(game_id, [])))
            game.is_over = row.result is not None
        self._reloading.pop(game_id).set()
        self._answer_unanswered(game)
        game.say_what_waited()
        self._tell_snapshot(game, self._audience)
        if game.told.is_ended or game.is_over:
            await self._end(game)

    def _answer_unanswered(self, game: LiveGame) -> None:
        own = self._audience.of(game.seat.player)
        for n, text in game.unanswered:
            is_stored = n <= game.told.number and action_text(game.told.actions[n - 1].action) == text
            error = RoomError("wrong_number", f"Action {n} does not follow: this game has {game.told.number} by now.")
            answer = (
                views.acted_again(game.seat.game, game.told, n)
                if is_stored
                else refusal_of("act", error, n=n, game=self._told_view(game))
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
        if all(each.is_over for each in self.race.games.values()):
            await self._when_over()

    async def _end_in_store(self, game: LiveGame) -> None:
        told = game.told
        result = result_of(told, self._tools.clock.now())
        if not await self._tools.store.end_game(game.seat.game, told.number, result):
            self._reload_soon(game)
            return
        game.is_over = True
        self.sort_audience()
        if not told.is_ended:
            self._tell_ended_by_clock(game)
        self._open_boards_to(game.seat.player, besides=game)

    def _tell_ended_by_clock(self, game: LiveGame) -> None:
        for attendees in self._audience.players.values():
            self._tell_snapshot(game, attendees)
        self._feed.show(lambda: self._show_ended(game))

    def _show_ended(self, game: LiveGame) -> None:
        game.is_shown_over = True
        self._tell_snapshot(game, self._audience.viewers)

    def _open_boards_to(self, player: str, besides: LiveGame) -> None:
        """Show a player whose game has ended the other boards."""
        for game in self.race.games.values():
            if game is not besides:
                self._tell_snapshot(game, [each for each in self._audience.of(player) if each.is_seated])

    def _tell_snapshot(self, game: LiveGame, attendees: Iterable[Attendee]) -> None:
        for attendee in attendees:
            self._audience.tell([attendee], Snapshot(self._view(game, attendee)))

    def over(self) -> None:
        """Show viewers all that they have not seen yet: the race is over."""
        self.race.is_over = True
        self._feed.flush()
        self.sort_audience()

    # What somebody who comes may see

    def started_for(self, attendee: Attendee) -> Started | None:
        """Give the layout, if it may be seen."""
        knows = self.race.is_shown or self._hears_at_once(attendee) or self._has_game(attendee)
        return self.race.started if knows and self.race.has_begun(self._tools.clock.now()) else None

    def games_for(self, attendee: Attendee) -> list[GameView]:
        """Give every game as somebody may see it."""
        if self.started_for(attendee) is None:
            return []
        return [self._view(game, attendee) for game in self.race.games.values()]

    def _has_game(self, attendee: Attendee) -> bool:
        return attendee.is_seated and self.race.game_of(attendee.player) is not None

    def _hears_at_once(self, attendee: Attendee) -> bool:
        return attendee.is_seated and (self._boards_open or self.race.is_running_for(attendee.player))

    def _view(self, game: LiveGame, attendee: Attendee) -> GameView:
        own = game.seat.player == attendee.player and attendee.is_seated
        if not own and not self._hears_at_once(attendee):
            ended = game.shown.is_ended or game.is_shown_over
            return views.game_view(game.seat, game.shown, ended=ended)
        is_opening = game.told.number == 0  # which everyone knows
        if own or self._boards_open or is_opening:
            return self._told_view(game)
        return views.progress_view(game.seat, game.told, ended=game.is_over or game.told.is_ended)

    def _told_view(self, game: LiveGame) -> GameView:
        ended = game.told.is_ended or game.is_over
        return views.game_view(game.seat, game.told, ended=ended, hinted=game.hinted)

    def sort_audience(self) -> None:
        """Split the audience anew into players and viewers."""
        self._audience.sort(self._hears_at_once)

    # Hints

    async def hint(self, attendee: Attendee, game_id: str) -> None:
        """Give a hint; from then on the game is practice.

        Raises:
            RoomError: `no_hint`, and what refuses an action.

        """
        game = self._own_game(attendee, game_id)
        advice = None if game.is_over else advise(game.decided)
        if advice is None:
            raise RoomError("no_hint", "There is nothing left to do in this game.")
        n = game.decided.number
        if not game.hinted:
            await self._tools.store.mark_hinted(game_id)
            game.hinted = True
            for attendees in self._audience.players.values():
                self._tell_snapshot(game, attendees)
        hinted = Hinted(game_id, n, action_text(advice.action), advice.reason)
        self._audience.tell(self._audience.of(attendee.player), hinted)
