"""The shell of a running race: it feeds the state machine of `play.live.race` and carries out the effects."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from time import monotonic

from gaprace.errors import ServerFull, StoreUnavailable
from gaprace.play.live import effects
from gaprace.play.live.live_game import LiveGame
from gaprace.play.live.race import LiveRace
from gaprace.play.live.race_facts import RaceFacts, StoredMark, StoredState
from gaprace.play.standings import Played
from gaprace.ports import GameVersion, StoredAction, StoredCertificate, Written
from gaprace.ports.metrics import ACTION_SECONDS, GAMES_ENDED, REFUSALS
from gaprace.rooms.broadcast import Connections
from gaprace.rooms.connection import Subscriber
from gaprace.rooms.context import RoomContext
from gaprace.rooms.endings import end_games, stored_result_of
from gaprace.rooms.new_race import reveal_of
from gaprace.rooms.peers import RoomPeers
from gaprace.rooms.stored_races import LoadedRace, load_race, stored_state
from gaprace.rooms.timers import Timers
from gaprace.rules.actions import Action
from gaprace.wire import Act, Hint, Refused, Reveal, RoomView

_log = logging.getLogger(__name__)
MAX_ENDED_TOGETHER = 50
"""Games that are ended in one transaction: others can write between two of them."""


class RaceShell:
    """The upcoming, running or last race of a room. `state` is read-only."""

    def __init__(
        self,
        loaded: LoadedRace,
        room: RoomView,
        context: RoomContext,
        connections: Connections,
        peers: RoomPeers,
    ) -> None:
        """Take a stored race, and its room."""
        stored, games = loaded
        delay_ms = 1000 * (room.race.spectator_delay_s if room.race else 0)
        self.state = LiveRace(
            RaceFacts(stored.id, stored.deal, stored.starts_at, stored.ends_at, room.settings, delay_ms),
            [stored_state(each, games[each.id]) for each in stored.games],
            is_over=stored.ended_at is not None,
        )
        self._room, self._seal = stored.room, stored.seal
        self.sources = {each.id: each.recorded for each in stored.games if each.recorded}
        """The finished games that recorded rivals play again."""
        self._context, self._connections, self._peers = context, connections, peers
        self._timers = Timers(context.clock)
        self._completed = asyncio.Event()
        """Set once all games have ended."""
        self.people_ended = asyncio.Event()
        """Set once the games of all people have ended: recorded rivals play theirs to the end."""
        self._closed = asyncio.Event()
        """Set once the race has ended in the store."""
        self._caught_up = asyncio.Event()
        """Set once all games have ended, or can no longer be read: the store has lost actions of them."""
        self._is_stopped = False
        self._ending: list[effects.EndGame] = []
        """Games to be ended when all other effects are carried out."""
        self._on_lost: Callable[[], None] = lambda: None
        """Called when the store turns out to have lost actions of this race."""

    def stop(self) -> None:
        """Do nothing more at this server."""
        self._is_stopped = True
        self._timers.stop()
        for each in (self._completed, self._closed, self._caught_up):  # nothing may wait for an end that does not come
            each.set()

    def log_about(self, game: str = "") -> dict[str, dict[str, str]]:
        """Return the `extra` of a logging call: the room, the race and possibly the game."""
        return {"about": {"room": self._room, "race": self.state.id} | ({"game": game} if game else {})}

    # The clock

    @property
    def _now(self) -> int:
        return self._context.clock.now()

    def begin(self) -> None:
        """Serve a race that was drawn just now, here or by a peer."""
        self.state.begin(self._now)
        self._carry_out()

    def resume(self) -> None:
        """Serve a stored race."""
        self.state.resume(self._now)
        self._carry_out()

    async def end_all(self) -> None:
        """End every game in its current state, and with them the race; wait until it is over."""
        self.state.end_all(self._now, self._remote_players)
        self._carry_out()
        await self._closed.wait()

    async def _timer_due(self, timer: effects.SetTimer) -> None:
        self.state.timer_due(timer, self._now, self._remote_players)
        self._carry_out()

    @property
    def _remote_players(self) -> set[str]:
        return self._peers.present - self._connections.present

    def finish_by(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step once all games have ended."""
        self._timers.soon(lambda: self._finish_by(step))

    def restore_by(self, step: Callable[[], None]) -> None:
        """Call `step` if the store has lost actions of this race; this object must not be used after that."""
        self._on_lost = step

    async def _finish_by(self, step: Callable[[], Awaitable[None]]) -> None:
        await self._completed.wait()
        try:
            await step()
        except (StoreUnavailable, ServerFull):  # it will be taken again
            raise
        except Exception:
            self._closed.set()  # nothing may wait for an end that does not come
            raise

    def close(self) -> None:
        """Handle the end of the race in the store."""
        _log.info("the race has ended", extra=self.log_about())
        self.state.close()
        self._carry_out()
        self._closed.set()

    # Players

    def act(self, subscriber: Subscriber, act: Act) -> None:
        """Handle an action of a client. The response is the action, when it is stored, or a refusal."""
        can_store = not self._context.journal.is_full
        self.state.act(subscriber, act, self._context.clock.now(), can_store=can_store)
        self._carry_out(subscriber.connection.received_at)

    def play(self, game: LiveGame, n: int, action: Action, at: int | None = None) -> None:
        """Make action `n` of a bot's game, now or at the time of a recorded one, unless it is made already."""
        now = self._now if at is None else at
        self.state.play(game, n, action, now, can_store=not self._context.journal.is_full)
        self._carry_out()

    def close_game(self, game: LiveGame) -> None:
        """End the game of a recorded rival that has no more actions."""
        self.state.close_game(game, self._now)
        self._carry_out()

    def resign(self, player: str) -> None:
        """Resign the game of a player who leaves; during the countdown, at the start instant."""
        self.state.resign(player, self._now)
        self._carry_out()

    def hint(self, subscriber: Subscriber, hint: Hint) -> None:
        """Look for a hint, which makes the game practice."""
        self.state.hint(subscriber, hint.game, self._now)
        self._carry_out()

    # Peers and the store

    def hear(self, event: effects.RacePeerEvent) -> None:
        """Apply an event that a peer reports, as far as the rules confirm it; otherwise read the game.

        A peer's report is never acknowledged to a player connected here: the game is read from the store instead.
        """
        game = self.state.games.get(event.game)
        if game is None:
            return
        if isinstance(event, effects.ActionStored) and game.seat.player in self._connections.present:
            self.state.compare(StoredMark(event.game, event.n, has_ended=False, is_hinted=False), self._now)
        else:
            self.state.hear(event, self._now)
        self._carry_out()

    @property
    def versions(self) -> dict[str, GameVersion]:
        """The known number of actions of each game."""
        return {
            game.id: GameVersion(0 if game.has_ended else game.committed.number, game.has_ended, game.is_hinted)
            for game in self.state.games.values()
        }

    def compare(self, versions: Mapping[str, GameVersion]) -> None:
        """Read the games for which the store is ahead."""
        for game, stored in versions.items():
            self.state.compare(StoredMark(game, stored.n, stored.ended, stored.hinted), self._now)
        self._carry_out()

    async def catch_up(self) -> bool:
        """Read all that is missing of a race that a peer has ended; return whether it can be closed here.

        It cannot if the store has lost actions that are known here, or if this server serves the race no longer.
        """
        self.state.catch_up(self._now)
        self._carry_out()
        await self._caught_up.wait()
        return self._completed.is_set() and not self._is_stopped

    def _lost(self) -> None:
        self._caught_up.set()
        self._on_lost()

    # Effects

    def _carry_out(self, received_at: float | None = None) -> None:
        """Carry out the effects of an event; an action of a player was received at this time of `monotonic`."""
        for effect in self.state.drain():
            self._carry_out_one(effect, received_at)
        ending, self._ending = self._ending, []
        for at in range(0, len(ending), MAX_ENDED_TOGETHER):
            self._timers.soon(partial(self._end_games, ending[at : at + MAX_ENDED_TOGETHER]))

    def _carry_out_one(self, effect: effects.Effect, received_at: float | None) -> None:  # noqa: C901, PLR0912 (one line each)
        match effect:
            case effects.Append():
                self._append(effect, received_at)
            case effects.Send():
                self._connections.send(effect)
            case effects.Share():
                self._peers.send(effect.event)
            case effects.Reply():
                self._reply(effect)
            case effects.SetTimer():
                self._timers.at(effect.at, partial(self._timer_due, effect))
            case effects.Reload():
                self._timers.soon(partial(self._reload, effect.game))
            case effects.FindHint():
                self._timers.soon(partial(self._find_hint, effect))
            case effects.MarkHinted():
                self._timers.soon(partial(self._mark_hinted, effect))
            case effects.VisibilityChanged():
                self._connections.assign(self.state)
            case effects.EndGame():
                self._ending.append(effect)
            case effects.PeopleEnded():
                self.people_ended.set()
            case effects.EndRace():
                self._completed.set()
                self._caught_up.set()
            case _:
                raise TypeError(f"nothing carries out {effect!r}")

    def _append(self, append: effects.Append, received_at: float | None) -> None:
        action = StoredAction(append.game, append.n, append.action, append.ms)
        self._context.journal.write(action, partial(self._written, action, received_at))

    def _written(self, action: StoredAction, received_at: float | None, outcome: Written) -> None:
        if self._is_stopped:
            return
        if outcome is Written.STORED:
            self.state.stored(action.game, action.n, self._context.clock.now())
        elif outcome is Written.GAP:
            self._lost()
            return
        else:
            self.state.refused(action.game, action.n, self._context.clock.now())
        self._carry_out()
        if received_at is not None and outcome is Written.STORED:
            self._context.metrics.observe(ACTION_SECONDS, monotonic() - received_at)

    def _reply(self, reply: effects.Reply) -> None:
        if isinstance(reply.event, Refused):
            _log.debug("a command is refused: %s", reply.event.code, extra=self.log_about())
            self._context.metrics.count(REFUSALS, reply.event.command, reply.event.code)
        if isinstance(reply.viewer, Subscriber):
            self._connections.reply(reply.viewer, reply.event)

    async def _reload(self, game: str) -> None:
        known = self.state.games[game].committed
        _log.info("the game is read from the store, from action %d on", known.number, extra=self.log_about(game))
        loaded = await load_race(self._context, self.state.id, [game], {game: known})
        if loaded is None and not known.moves:
            # A peer has ended a solo race without a move: such a race is not stored.
            it = self.state.games[game]
            self.state.loaded(StoredState(it.seat, it.committed, self._now, it.is_hinted), self._now)
            self._carry_out()
            return
        if loaded is None or loaded.games[game].actions[: known.number] != known.actions:
            self._lost()
            return
        row = next(each for each in loaded.race.games if each.id == game)
        self.state.loaded(stored_state(row, loaded.games[game]), self._now)
        self._carry_out()

    async def _end_games(self, ending: Sequence[effects.EndGame]) -> None:
        now = self._now
        results = {
            end.game: (end.final.number, stored_result_of(end.final, now, self._delay_of(end))) for end in ending
        }
        ended = await end_games(self._context.store, results)
        for end in ending:
            self._note_end(end, is_ended=end.game in ended)
        self._carry_out()

    def _delay_of(self, end: effects.EndGame) -> int | None:
        """Return the measured delay (ms) of the player of a win among several, for a photo finish."""
        if not end.final.is_won or len(self.state.games) == 1:
            return None
        own = self._connections.of(self.state.games[end.game].seat.player)
        measured = [each.connection.delay_ms for each in own if each.is_seated]
        return min((delay for delay in measured if delay is not None), default=None)

    def _note_end(self, end: effects.EndGame, *, is_ended: bool) -> None:
        if not is_ended:
            self.state.end_refused(end.game, self._now)
            return
        _log.info("the game has ended with action %d", end.final.number, extra=self.log_about(end.game))
        self._context.metrics.count(GAMES_ENDED, "won" if end.final.is_won else "not_won")
        self.state.end_stored(end.game, self._now)

    async def _find_hint(self, search: effects.FindHint) -> None:
        try:
            advice = await self._context.engine.hint(search.board)
        except BaseException:
            self.state.hint_failed(search.game)
            raise
        self.state.advised(search, advice)
        self._carry_out()

    async def _mark_hinted(self, mark: effects.MarkHinted) -> None:
        await self._context.store.mark_hinted(mark.hinted.game)
        self.state.hint_stored(mark)
        self._carry_out()

    # The end

    def reveal(self, now: int, certificate: StoredCertificate | None = None) -> Reveal | None:
        """Return the proof of the deal; None while others may still play it."""
        return reveal_of(self.state.deal, certificate) if self._seal.is_lifted(now) else None

    def played(self, names: Mapping[str, str]) -> list[Played]:
        """Return every game with its player's name, for the standings."""
        games = self.state.games.values()
        return [Played(game.seat, names.get(game.seat.player, ""), game.committed) for game in games]
