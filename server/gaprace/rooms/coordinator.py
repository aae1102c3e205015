"""Manages the state of one room and its race: changes are decided, stored and broadcast; those of peers are applied."""

import asyncio
import logging
from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from contextlib import suppress

from msgspec import DecodeError

from gaprace.errors import Disconnected, Refusal
from gaprace.play.live.effects import ActionStored, GameEnded, GameHinted, PeerEvent
from gaprace.play.live.race import TAKEOVER_DELAY_MS
from gaprace.play.live.readiness import has_rematch, starts_automatically
from gaprace.play.live.room import Change, RoomState, room_from_json, room_to_json
from gaprace.play.standings import race_standings
from gaprace.ports import RoomVersion, StoredRoom
from gaprace.ports.metrics import GAMES_STARTED, RACES_ENDED, RACES_STARTED
from gaprace.rooms.bots import Bots
from gaprace.rooms.broadcast import Connections
from gaprace.rooms.connection import Connection, Subscriber
from gaprace.rooms.consequences import adding, decided_series, race_finished, race_missed, room_listed, telling
from gaprace.rooms.context import RoomContext
from gaprace.rooms.endings import end_race
from gaprace.rooms.new_race import certificate_of, draw_race, fresh_secret, race_view
from gaprace.rooms.peers import Announced, Missed, RoomPeers, RoomStored, is_ahead
from gaprace.rooms.presence import Absence, Presence
from gaprace.rooms.race_shell import RaceShell
from gaprace.rooms.rivals import with_rivals
from gaprace.rooms.stored_races import LoadedRace, begin_race, load_race, save_room
from gaprace.rooms.timers import Timers
from gaprace.rules.game import Game
from gaprace.wire import Finished, Hello, RaceView, Room, Seed, Snapshot, Starting, bye, notice

_log = logging.getLogger(__name__)
MAX_CONFLICTS = 10
"""How often a change is retried when peers change the room at the same time."""
SEED_GATHER_MS = 200
"""Seeds that come within this time are stored and broadcast at once."""


def stored_room(state: RoomState, now: int) -> StoredRoom:
    """Return the stored form of a room, touched now (ms since 1970)."""
    view = state.view
    return StoredRoom(view.code, view.version, room_to_json(state), view.settings.listed, now)


def read_room(stored: StoredRoom) -> RoomState:
    """Return a room from its stored form. Raises `try_again`: only a newer version of the program can read it."""
    try:
        return room_from_json(stored.state)
    except DecodeError:
        message = f"A newer version of the server has changed the room {stored.code}: try again when it runs again."
        raise Refusal("try_again", message) from None


def has_lost(stored: RoomVersion, known: RoomVersion) -> bool:
    """Whether the store has less of a room than was known at the time of the query."""
    both = ((stored.games[game], version) for game, version in known.games.items() if game in stored.games)
    return stored.version < known.version or any(
        not game.ended and (before.ended or game.n < before.n) for game, before in both
    )


class RoomCoordinator:
    """The stored state of one room, and its race. All changes go through here, one at a time."""

    def __init__(
        self, state: RoomState, context: RoomContext, connections: Connections, peers: RoomPeers, timers: Timers
    ) -> None:
        self.state = state
        self.race: RaceShell | None = None
        self.is_closed = self._is_doubted = False
        self._context, self._connections, self._peers, self._timers = context, connections, peers, timers
        self.presence = Presence(connections, peers, context.clock, timers, self._is_removed, lambda: self.absence.away)
        self.absence = Absence(self, context.clock, timers)
        self._bots = Bots(context)
        self._changing = asyncio.Lock()
        connections.on_assigned += self._close_watching_players, self._watch_absent
        self._seeds: dict[str, Seed] = {}
        """Seeds by player that count and are not stored yet: they are, together with the next change."""

    def _is_removed(self, player: str) -> bool:
        return self.state.plays_on(player)

    @property
    def code(self) -> str:
        """The room's code."""
        return self.state.view.code

    def refuse_watching(self, connection: Connection) -> None:
        """Refuse spectators who were kicked, or who play in the running race with any of their identities.

        Raises `kicked`.
        """
        self.state.refuse_if_shut()
        if connection.player.id in self.state.kicked:
            raise Disconnected("kicked")
        self.refuse_looking_on(connection, is_seated=False)

    def refuse_looking_on(self, connection: Connection, *, is_seated: bool) -> None:
        """Refuse a connection with the view of spectators whose player plays in the race with another identity.

        Raises `players_cannot_watch`.
        """
        if _looks_on(self._playing, connection, is_seated=is_seated):
            raise Disconnected("players_cannot_watch")

    def resign(self, player: str) -> None:
        """Resign the game of a player who leaves."""
        if self.race:
            self.race.resign(player)

    def close(self, code: str) -> None:
        """Stop serving the room at this server, and close all connections. The room stays in the store."""
        self.is_closed = True
        self._peers.stop()
        self._timers.stop()
        self._stop_race()
        self.race = None  # a connection that takes its time to close keeps no games in memory
        self._connections.close(code)

    def let_go(self) -> None:
        """Take apart what refers to this object and to which it refers, after it was closed."""
        self.presence.let_go()
        del self.absence

    def _stop_race(self) -> None:
        self._bots.stop()
        if self.race:
            self.race.stop()

    # Changes of the room: decided, stored, broadcast

    async def change(self, change: Change) -> None:
        """Change the room. Raises `try_again`, and what the change raises."""
        async with self._changing:
            for _ in range(MAX_CONFLICTS):
                after = self._decided(change)
                if after is None:
                    return
                told = room_listed(self.state, after, self._context.clock.now())
                if await save_room(self._context.store, self._stored(after), told):
                    self._adopt(after)
                    self._peers.send(RoomStored(after.view.version))
                    return
                if not await self._reload():
                    break
        raise Refusal("try_again", "The room changes too fast: try again in a moment.")

    def _decided(self, change: Change) -> RoomState | None:
        """Return the room after a change, with the seeds received meanwhile; None if nothing changes."""
        after = change(self.state.with_seeds(self._seeds))
        if after is self.state:
            return None
        after = after.committed(fresh_secret())
        is_new = after.view.version != self.state.view.version or after.draw != self.state.draw
        return after.follows(self.state) if is_new else None

    def answer(self, subscriber: Subscriber) -> None:
        """Send one connection the current room."""
        self._connections.reply(subscriber, Room(self.state.view))

    def contribute(self, player: str, seed: Seed) -> bool:
        """Accept a member's seed for the draw of the next race; return whether it counts. It is stored soon."""
        if not self.state.takes_seed(player, seed.commitment) or player in self._seeds:
            return False
        if not self._seeds:
            self._timers.at(self._context.clock.now() + SEED_GATHER_MS, self._store_seeds)
        self._seeds[player] = seed
        return True

    async def _store_seeds(self) -> None:
        with suppress(Refusal):  # the next change stores them
            await self.change(lambda state: state)

    def has_all_seeds(self, present: Collection[str]) -> bool:
        """Whether everyone who is present has contributed to the draw of the next race."""
        return self.state.with_seeds(self._seeds).has_all_seeds(present)

    def _adopt(self, state: RoomState) -> None:
        """Adopt a new version, broadcast it, and close the connections of players without a seat in it."""
        before, self.state = self.state, state
        self._seeds = {
            player: each for player, each in self._seeds.items() if state.takes_seed(player, each.commitment)
        }
        self._connections.broadcast(Room(state.view))
        self._close_strangers(state)
        if self.race:
            self._show_anew(self.race, before)
        self.judge_readiness()

    def _show_anew(self, race: RaceShell, before: RoomState) -> None:
        """Send a race that is over to those who give up a seat or take one: only with a seat they see who had hints."""
        for member in self.state.view.members:
            known = before.member(member.id)
            for subscriber in self._connections.of(member.id) if known and known.sits_out != member.sits_out else ():
                for view in race.state.snapshot_for(subscriber)[1]:
                    self._connections.reply(subscriber, Snapshot(view))

    def _close_strangers(self, state: RoomState) -> None:
        if state.is_shut:
            self._connections.close("room_closed")
        members = {member.id for member in state.view.members}
        for subscriber in self._connections:
            if subscriber.is_seated and state.plays_on(subscriber.player):
                self._remove(subscriber)
            elif subscriber.player in state.kicked:
                subscriber.connection.close(bye("kicked"))
            elif subscriber.is_seated and subscriber.player not in members:
                subscriber.connection.close(bye("left"))

    def _remove(self, subscriber: Subscriber) -> None:
        """Hide a removed player in the room; the game continues."""
        if not subscriber.is_removed:
            subscriber.is_removed = True
            self._connections.reply(subscriber, notice("removed"))

    def _stored(self, state: RoomState) -> StoredRoom:
        return stored_room(state, self._context.clock.now())

    # Reports of peers: each is a hint to read the store, except for actions that the rules confirm

    def hear(self, event: PeerEvent) -> None:
        """Apply an event that a peer reports."""
        race = self.race
        match event:
            case RoomStored(version):
                self._timers.soon(lambda: self._read_from(version))
            case ActionStored() | GameEnded() | GameHinted() if race:
                race.hear(event)
            case Missed():
                self._timers.soon(self.check)
            case Announced() if is_ahead(event, self.state.view.version, race.state.numbers if race else {}):
                self._timers.soon(self.check)

    async def check(self) -> None:
        """Compare with the store whether anything was missed or lost, and continue from its state."""
        known = self.known
        versions = await self._context.store.room_versions([self.code])
        await self.compare(versions.get(self.code), known)

    @property
    def known(self) -> RoomVersion:
        """The known state of the room at this server."""
        runs = self.race is not None and not self.race.state.is_over
        return RoomVersion(self.state.view.version, self.race.versions if self.race and runs else {})

    async def compare(self, stored: RoomVersion | None, known: RoomVersion) -> None:
        """Continue from the state of the store if it differs from the state that was `known` at the time of the query.

        None is a closed room.
        """
        if stored is None:
            self.close("room_closed")
            return
        if has_lost(stored, known):
            await self._restore(self.state.epoch)
            return
        await self._read_from(stored.version)
        if self.race:
            self.race.compare(stored.games)

    async def _read_from(self, version: int) -> None:
        """Read the room unless this version is known."""
        async with self._changing:
            if version > self.state.view.version and not self.is_closed:
                await self._reload()

    async def _reload(self) -> bool:
        """Read the room; return whether the store is ahead of this server."""
        stored = await self._context.store.room(self.code)
        if stored is None:
            self.close("room_closed")
            return False
        state = read_room(stored)
        if state.epoch != self.state.epoch:
            await self._go_on_from(state)
            return True
        if stored.version < self.state.view.version:
            self._restore_soon()
        if stored.version <= self.state.view.version:
            return False
        await self._apply_remote(state)
        return True

    async def _apply_remote(self, state: RoomState) -> None:
        """Adopt a later version that a peer has stored, with the race that it began or ended."""
        view, race = state.view.race, self.race
        if view and (race is None or race.state.id != view.id):
            loaded = await self._loaded(view, state)
            self._adopt(state)
            if loaded:
                self._take_over(loaded)
        elif view and view.standings is not None and race and not race.state.is_over:
            if await race.catch_up():  # else it goes on from the store, in a new epoch
                self._close_race(state, race)
        else:
            self._adopt(state)

    # Data that the store has lost

    def _restore_soon(self) -> None:
        epoch = self.state.epoch
        self._timers.soon(lambda: self._restore(epoch))

    async def _restore(self, epoch: int) -> None:
        """End an epoch: continue from the store, which has lost data, and notify everyone.

        The first server begins the next epoch; the others adopt it.
        """
        async with self._changing:
            if epoch != self.state.epoch or self.is_closed:
                return
            while True:
                stored = await self._context.store.room(self.code)
                if stored is None:
                    self.close("room_closed")
                    return
                state = read_room(stored)
                if state.epoch == self.state.epoch:
                    state = state.with_epoch(self._context.clock.now())
                    if not await self._context.store.save_room(self._stored(state)):
                        continue
                await self._go_on_from(state)
                self._peers.send(RoomStored(state.view.version))
                return

    async def _go_on_from(self, state: RoomState) -> None:
        """Replace the known state of the room by the state of the store in a new epoch."""
        race = await self._loaded(state.view.race, state)
        self._log_loss(state, race)
        self._stop_race()
        self.race, self.state = None, state
        self._connections.assign(race.state if race else None)
        if race:
            self._serve(race)
            race.resume()
        self._connections.broadcast(notice("history_lost"))
        self._connections.resync()
        self._close_strangers(state)

    async def is_behind(self, hello: Hello, player: str) -> bool:
        """Whether a client that comes back has seen what the store has not: it has lost data while no server ran.

        Any client may say so of its own game. Hence nobody else hears of it, and a room writes one line into the log.
        """
        if not self._has_less(hello, player):
            return False
        await self.check()
        if not self._has_less(hello, player):
            return False
        if not self._is_doubted:
            self._is_doubted, text = True, "a client has seen version %d and action %d; has the store lost data?"
            _log.warning(text, hello.version, hello.n, extra={"about": {"room": self.code}})
        return True

    def _has_less(self, hello: Hello, player: str) -> bool:
        games = self.race.state.games.values() if self.race else ()
        numbers = {game.id: game.committed.number for game in games if game.seat.player == player}
        return hello.version > self.state.view.version or hello.n > numbers.get(hello.game, hello.n)

    def _log_loss(self, state: RoomState, race: RaceShell | None) -> None:
        about = {"about": {"room": self.code}}
        was, now = self.state.view.version, state.view.version
        _log.error("the store has lost what it held of this room: version %d comes after %d", now, was, extra=about)
        after = race.state.numbers if race else {}
        for game, n in self.race.state.numbers.items() if self.race else ():
            if after.get(game, 0) != n:
                about = {"about": {"room": self.code, "game": game}}
                _log.error("the game goes on from action %d; it had %d", after.get(game, 0), n, extra=about)

    def _take_over(self, race: RaceShell) -> None:
        """Take part in a race that a peer has begun."""
        self._serve(race)
        race.resume()
        if race.state.has_begun:
            self._connections.resync()
        else:
            self._broadcast_starting()
        self._timers.soon(self.check)  # news of it that came while it was loaded went past

    # Races

    async def resume(self) -> None:
        """Load the running or last race, and continue it."""
        race = await self._loaded(self.state.view.race, self.state)
        if race:
            self._serve(race)
            race.resume()

    async def _loaded(self, view: RaceView | None, room: RoomState) -> RaceShell | None:
        loaded = await load_race(self._context, view.id, [seat.game for seat in view.seats]) if view else None
        if loaded is None:
            return None
        return RaceShell(loaded, room.view, self._context, self._connections, self._peers)

    async def start_race(self, *, is_rematch: bool = False) -> None:
        """Begin the next race of all members who are present; a rematch without those who raced and are not ready.

        Raises `race_running`, `try_again`, or what refuses a daily.
        """
        async with self._changing:
            self.state.refuse_while_racing()
            for _ in range(MAX_CONFLICTS):
                if await self._begin_race(is_rematch=is_rematch):
                    return
                await self._reload()
                if self.state.running_race:
                    return  # a peer has begun it
        raise Refusal("try_again", "The room changes too fast: try again in a moment.")

    def judge_readiness(self) -> None:
        """Begin the next race soon if all are ready; called whenever that may have changed, as when one leaves."""
        if starts_automatically(self.state.view, self._awaited):
            self._timers.soon(self._start_if_still_ready)

    async def _start_if_still_ready(self) -> None:
        with suppress(Refusal):  # nobody has asked just now
            await self.start_if_all_ready()

    @property
    def _awaited(self) -> set[str]:
        """The members for whom the others wait."""
        return self.presence.awaited(self.state.view.members)

    async def start_if_all_ready(self) -> None:
        """Begin the next race if all are ready, unless it has begun meanwhile."""
        while starts_automatically(self.state.view, self._awaited):
            await self._start_unless_begun()

    async def start_if_accepted(self) -> None:
        """Begin a rematch if enough have accepted, unless it has begun: of them, and of members who have come since."""
        while not self.state.running_race and has_rematch(self.state.view, self.presence.players):
            await self._start_unless_begun(is_rematch=True)

    async def _start_unless_begun(self, *, is_rematch: bool = False) -> None:
        try:
            await self.start_race(is_rematch=is_rematch)
        except Refusal as error:
            if error.code != "race_running":
                raise

    async def _begin_race(self, *, is_rematch: bool = False) -> bool:
        """Draw the next race and store its beginning; return whether the room was unchanged in the store."""
        now, store = self._context.clock.now(), self._context.store
        state = await with_rivals(store, self.state.with_seeds(self._seeds), now)
        view = state.view
        raced = {seat.player for seat in view.race.seats} if is_rematch and view.race else ()
        players = self.presence.racers(view.members, only_if_ready=raced)
        await self._bots.register(players)
        stored = await draw_race(store, view, players, now, state.draw, rivals=state.rivals)
        certificate = await certificate_of(store, view, stored.deal)
        after = state.with_race(race_view(stored, view, certificate)).follows(self.state)
        missed = race_missed(view, self.presence.players, stored, now)
        if not await begin_race(store, self._stored(after), stored, missed):
            return False
        loaded = LoadedRace(stored, dict.fromkeys((game.id for game in stored.games), Game.start(stored.deal)))
        race = RaceShell(loaded, after.view, self._context, self._connections, self._peers)
        _log.info("a race begins with %d games", len(stored.games), extra=race.log_about())
        self._context.metrics.count(RACES_STARTED)
        self._context.metrics.count(GAMES_STARTED, n=len(stored.games))
        self._serve(race)
        self._adopt(after)
        self._peers.send(RoomStored(after.view.version))
        self._broadcast_starting()
        race.begin()
        return True

    def _serve(self, race: RaceShell) -> None:
        self._stop_race()
        self.race = race
        self._connections.assign(race.state)
        race.finish_by(lambda: self._finish(race))
        race.restore_by(self._restore_soon)
        self._bots.play(race, self._plays_bots)
        self._timers.at(race.state.facts.starts_at, self._note_seen_by_all)
        at = max(race.state.facts.starts_at, self._context.clock.now()) + TAKEOVER_DELAY_MS
        self._timers.at(at, self._resign_absent_members)
        self.absence.watch()

    async def _note_seen_by_all(self) -> None:
        self.note_seen(self._connections)

    def note_seen(self, subscribers: Iterable[Subscriber]) -> None:
        """Note soon who sees the deal of a race that has begun. A ranked game is a note by itself."""
        race, view = self.race.state if self.race else None, self.state.view.race
        if race is None or view is None or self._context.clock.now() < race.facts.starts_at:
            return
        seen = {player for each in subscribers for player in each.identities}
        if view.ranked:
            seen -= {seat.player for seat in view.seats}
        if seen:
            self._timers.soon(lambda: self._context.store.add_seen(seen, [race.deal.code], self._context.clock.now()))

    async def _resign_absent_members(self) -> None:
        """Resign the games of players without a seat, in case a peer died before it could."""
        members = {member.id for member in self.state.view.members}
        for seat in self.state.running_race.seats if self.state.running_race else ():
            if self.race and seat.player not in members and not self.state.plays_on(seat.player):
                self.race.resign(seat.player)

    def _plays_bots(self) -> bool:
        """Whether this server plays the bots: it serves the first connected member."""
        here = self._connections.present
        there = here | self._peers.present
        return next((member.id for member in self.state.view.members if member.id in there), None) in here

    def _broadcast_starting(self) -> None:
        if self.state.view.race:
            self._connections.broadcast(Starting(self.state.view.race, self._context.clock.now()))

    def _watch_absent(self, _: Iterable[Subscriber]) -> None:
        """Watch players who are away: after the end of a game, perhaps all who are there wait for them."""
        self.absence.watch()
        self.presence.tell()

    def _close_watching_players(self, subscribers: Iterable[Subscriber]) -> None:
        playing = self._playing
        out = {member.id for member in self.state.view.members if member.sits_out} if playing else ()
        for subscriber in subscribers if playing else ():
            is_seated = subscriber.is_seated and subscriber.player not in out
            if _looks_on(playing, subscriber.connection, is_seated=is_seated):
                subscriber.connection.close(bye("players_cannot_watch"))

    @property
    def _playing(self) -> set[str]:
        """The players whose game is running."""
        return self.race.state.running_players if self.race else set()

    async def _finish(self, race: RaceShell) -> None:
        """End the race in the store, once, then broadcast its standings."""
        async with self._changing:
            names = await self._context.store.names([game.seat.player for game in race.state.games.values()])
            names |= self.state.recorded_names
            places = race_standings(race.played(names), await self._delays_in(race))
            certificate = await certificate_of(self._context.store, self.state.view, race.state.deal)
            while self.state.running_race and self.state.running_race.id == race.state.id:
                now = self._context.clock.now()
                over = self.state.with_race_over(places, race.reveal(now, certificate))
                after = over.committed(fresh_secret())
                news, series = race_finished(after.view, now), decided_series(after.view, now)
                consequences = [*([adding(series)] if series else []), *([telling(news)] if news else [])]
                # The server has restarted or lost history since, or a moderator ends it.
                disturbed_at = max(self.state.epoch, self._context.started_at)
                is_disturbed = self.state.is_shut or race.state.facts.starts_at < disturbed_at
                stored = self._stored(after)
                if await end_race(
                    self._context.store, stored, race.state.id, now, consequences, is_disturbed=is_disturbed
                ):
                    self._context.metrics.count(RACES_ENDED)
                    self._close_race(after, race)
                    self._peers.send(RoomStored(after.view.version))
                elif not await self._reload():
                    self._restore_soon()  # it does not hold the ends of all games
                    return

    async def _delays_in(self, race: RaceShell) -> dict[str, int]:
        """Return the delays of its winners, which the server of each has stored; one win is no photo finish."""
        is_shared = sum(game.committed.is_won for game in race.state.games.values()) > 1
        stored = await self._context.store.race(race.state.id) if is_shared else None
        return stored.delays if stored else {}

    def _close_race(self, state: RoomState, race: RaceShell) -> None:
        race.close()
        ended = state.view.race
        if ended and ended.standings is not None:
            self._connections.broadcast(Finished(ended.id, ended.standings, ended.reveal))
        self._adopt(state)


def _looks_on(playing: AbstractSet[str], connection: Connection, *, is_seated: bool) -> bool:
    """Whether a connection has the view of spectators, but one of its players is playing."""
    plays = is_seated and connection.player.id in playing
    return not plays and not playing.isdisjoint(connection.players)
