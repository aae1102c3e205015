"""Keeps one room and its race: a change is decided, stored, then told; what other processes have stored is followed."""

import asyncio
import logging
from collections.abc import Callable

from gaprace.errors import Disconnected, RoomError
from gaprace.play.room import RoomState, room_from_json, room_to_json
from gaprace.play.standings import standings
from gaprace.ports import RoomVersion, StoredRoom
from gaprace.rooms.bots import Bots
from gaprace.rooms.context import Tools
from gaprace.rooms.draw import certificate_of, draw_race
from gaprace.rooms.hearers import Hearers
from gaprace.rooms.live_race import LiveRace, race_view, replayed
from gaprace.rooms.notes import ActionStored, GameEnded, GameHinted, Happened, Missed, RoomStored, There, is_ahead
from gaprace.rooms.presence import Presence
from gaprace.rooms.race_runner import STEP_IN_MS, RaceRunner
from gaprace.rooms.timers import Timers
from gaprace.rooms.transactions import begin_race, end_race
from gaprace.rules.game import Game
from gaprace.wire import Finished, RaceView, Room, Starting, bye

_log = logging.getLogger(__name__)
_CONFLICTS = 10
"""How often to decide anew when other processes change the room at the same time."""

Change = Callable[[RoomState], RoomState]


def stored_room(state: RoomState, now: int) -> StoredRoom:
    """Return a room as it is stored, touched now (ms since 1970)."""
    view = state.view
    return StoredRoom(view.code, view.version, room_to_json(state), view.settings.listed, now)


class RoomKeeper:
    """The state of one room, and its race. `state` is what is stored; all changes go through here, one at a time."""

    def __init__(
        self,
        state: RoomState,
        tools: Tools,
        hearers: Hearers,
        timers: Timers,
        when_closed: Callable[[], None],
    ) -> None:
        """Take what is called when the room turns out to be closed for good."""
        self.state = state
        self.runner: RaceRunner | None = None
        self._tools, self._timers, self._when_closed = tools, timers, when_closed
        self._hearers, self._audience, self._elsewhere = hearers, hearers.here, hearers.elsewhere
        self._bots = Bots(tools, self._plays_bots)
        self._changing = asyncio.Lock()

    @property
    def code(self) -> str:
        """The room's code."""
        return self.state.view.code

    def sort_audience(self) -> None:
        """Split the audience anew, after somebody has come or gone."""
        if self.runner:
            self.runner.teller.sort_audience()
        else:
            self._audience.sort(lambda _: False)

    def refuse_watching(self, player: str) -> None:
        """Let nobody watch who was sent away, or plays.

        Raises:
            Disconnected: `kicked`, `players_cannot_watch`.

        """
        if player in self.state.kicked:
            raise Disconnected("kicked")
        if self.runner and self.runner.race.is_running_for(player):
            raise Disconnected("players_cannot_watch")

    def resign(self, player: str) -> None:
        """Resign the game of somebody who leaves."""
        if self.runner:
            self.runner.resign(player)

    def stop(self) -> None:
        """Do nothing more in this process."""
        self._bots.stop()
        if self.runner:
            self.runner.stop()

    def close(self) -> None:
        """Do nothing more, and let go of the race: what makes up a room keeps each other, and the games would stay."""
        self.stop()
        self.runner = None

    # Changes of the room: decided, stored, told

    async def change(self, change: Change) -> None:
        """Change the room.

        Raises:
            RoomError: the change does, or `try_again`.

        """
        async with self._changing:
            for _ in range(_CONFLICTS):
                after = change(self.state)
                if after.view.version == self.state.view.version:
                    return
                if await self._tools.store.save_room(self._stored(after)):
                    self._adopt(after)
                    self._elsewhere.tell(RoomStored(room_to_json(after)))
                    return
                await self._reload()
        raise RoomError("try_again", "The room changes too fast: try again in a moment.")

    def _adopt(self, state: RoomState) -> None:
        """Take a new version, tell it, and send away whoever has no seat in it."""
        self.state = state
        self._audience.tell_all(Room(state.view))
        for attendee in self._audience:
            if attendee.player in state.kicked:
                attendee.connection.close(bye("kicked"))
            elif attendee.is_seated and not state.member(attendee.player):
                attendee.connection.close(bye("left"))

    def _stored(self, state: RoomState) -> StoredRoom:
        return stored_room(state, self._tools.clock.now())

    # What other processes have stored

    def hear(self, happened: Happened) -> None:
        """Follow what has happened in another process."""
        runner = self.runner
        match happened:
            case RoomStored(state):
                self._timers.soon(lambda: self._follow_soon(room_from_json(state)))
            case ActionStored() if runner:
                runner.follow(happened)
            case GameEnded() if runner:
                runner.follow_end(happened)
            case GameHinted() if runner:
                runner.follow_hint(happened)
            case There() if is_ahead(happened, self.state.view.version, runner.numbers if runner else {}):
                self._timers.soon(self.check)
            case Missed():
                self._timers.soon(self.check)

    async def check(self) -> None:
        """Ask the store whether anything was missed, and catch up."""
        versions = await self._tools.store.room_versions([self.code])
        await self.compare(versions.get(self.code))

    async def compare(self, stored: RoomVersion | None) -> None:
        """Catch up, if the store is further than this process; `None` stands for a room that is closed."""
        if stored is None:
            self._when_closed()
            return
        if stored.version > self.state.view.version:
            async with self._changing:
                await self._reload()
        if self.runner:
            self.runner.compare(stored.games)

    async def _reload(self) -> None:
        stored = await self._tools.store.room(self.code)
        if stored is None:
            self._when_closed()
            raise RoomError("try_again", "This room has closed.")
        await self._follow(room_from_json(stored.state))

    async def _follow_soon(self, state: RoomState) -> None:
        async with self._changing:
            await self._follow(state)

    async def _follow(self, state: RoomState) -> None:
        """Take a version that another process has stored, with the race that began or ended by it."""
        if state.view.version <= self.state.view.version:
            return
        view, runner = state.view.race, self.runner
        if view and (runner is None or runner.race.id != view.id):
            race = await self._loaded(view)
            self._adopt(state)
            if race:
                self._take_over(self._run(race))
        elif view and view.standings is not None and runner and not runner.race.is_over:
            await runner.catch_up()
            self._tell_finished(state, runner)
        else:
            self._adopt(state)

    def _take_over(self, runner: RaceRunner) -> None:
        """Go on with a race that another process has begun."""
        self._send_players_from_the_stands(runner)
        if runner.race.has_begun(self._tools.clock.now()):
            runner.take_up()
            self._audience.catch_up()
        else:
            self._tell_starting(runner)
        self._timers.soon(self.check)  # what was told of it while it was loaded was not heard

    # Races

    async def take_up(self) -> None:
        """Load the race that runs or ended last, and go on with it."""
        race = await self._loaded(self.state.view.race)
        if race:
            self._run(race).take_up()

    async def _loaded(self, view: RaceView | None) -> LiveRace | None:
        if view is None:
            return None
        # In this order: a game that ends between the two has its whole transcript then.
        actions = await self._tools.store.actions([seat.game for seat in view.seats])
        stored = await self._tools.store.race(view.id)
        if stored is None:
            return None
        return LiveRace(stored, {game.id: replayed(stored, game, actions.get(game.id, [])) for game in stored.games})

    async def start_race(self, presence: Presence) -> None:
        """Begin the next race.

        Raises:
            RoomError: `race_running`, `try_again`, and what refuses a daily.

        """
        async with self._changing:
            self.state.refuse_while_racing()
            view, now = self.state.view, self._tools.clock.now()
            players = [member.id for member in view.members if presence.gets_game(member)]
            await self._bots.register(players)
            stored = await draw_race(self._tools.store, view, players, now)
            certificate = await certificate_of(self._tools.store, view, stored.deal)
            after = self.state.with_race(race_view(stored, certificate))
            if not await begin_race(self._tools.store, self._stored(after), stored):
                await self._reload()
                if self.state.running_race:
                    return  # another process has begun it
                raise RoomError("try_again", "The room has just changed: try again.")
            runner = self._run(LiveRace(stored, {game.id: Game.start(stored.deal) for game in stored.games}))
            _log.info("a race begins with %d games", len(stored.games), extra=runner.race.about())
            self._adopt(after)
            self._elsewhere.tell(RoomStored(room_to_json(after)))
            self._tell_starting(runner)

    def _run(self, race: LiveRace) -> RaceRunner:
        self.stop()
        settings = self.state.view.settings
        self.runner = RaceRunner(race, self._hearers, self._tools, settings, self._finish)
        self.runner.teller.sort_audience()
        self._bots.play(self.runner)
        self._timers.at(max(race.starts_at, self._tools.clock.now()) + STEP_IN_MS, self._resign_who_left)
        return self.runner

    async def _resign_who_left(self) -> None:
        """Resign the games of players without a seat, if the process that should have has died before."""
        for seat in self.state.running_race.seats if self.state.running_race else ():
            if self.runner and not self.state.member(seat.player):
                self.runner.resign(seat.player)

    def _plays_bots(self) -> bool:
        """Whether this process makes the bots' actions: the first person who is there is connected to it."""
        here = self._audience.present
        there = here | self._elsewhere.present
        return next((member.id for member in self.state.view.members if member.id in there), None) in here

    def _tell_starting(self, runner: RaceRunner) -> None:
        self._send_players_from_the_stands(runner)
        if self.state.view.race:
            self._audience.tell_all(Starting(self.state.view.race, self._tools.clock.now()))
        if runner.race.has_begun(self._tools.clock.now()):
            runner.begin_at_once()
        runner.take_up()

    def _send_players_from_the_stands(self, runner: RaceRunner) -> None:
        for attendee in self._audience:
            if not attendee.is_seated and runner.race.is_running_for(attendee.player):
                attendee.connection.close(bye("players_cannot_watch"))

    async def _finish(self) -> None:
        """End the race in the store, once, then tell it."""
        runner = self.runner
        if runner is None or runner.race.is_over or runner.race.is_finishing:
            return
        runner.race.is_finishing = True
        try:
            await self._finish_in_store(runner)
        finally:
            runner.race.is_finishing = False

    async def _finish_in_store(self, runner: RaceRunner) -> None:
        race = runner.race
        async with self._changing:
            names = await self._tools.store.names([game.seat.player for game in race.games.values()])
            places = standings(race.played(names))
            certificate = await certificate_of(self._tools.store, self.state.view, race.deal)
            while self.state.running_race and self.state.running_race.id == race.id:
                now = self._tools.clock.now()
                after = self.state.with_race_over(places, race.reveal(now, certificate))
                if await end_race(self._tools.store, self._stored(after), race.id, now):
                    self._tell_finished(after, runner)
                    self._elsewhere.tell(RoomStored(room_to_json(after)))
                else:
                    await self._reload()

    def _tell_finished(self, state: RoomState, runner: RaceRunner) -> None:
        _log.info("the race has ended", extra=runner.race.about())
        runner.teller.over()
        race = state.view.race
        if race and race.standings is not None:
            self._audience.tell_all(Finished(race.id, race.standings, race.reveal))
        self._adopt(state)
