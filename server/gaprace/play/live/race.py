"""A race and its games as a pure state machine: events go in as method calls, effects come out of `drain`.

Nothing here waits, reads a clock or does I/O. The live room (`rooms`) passes it the events of clients, the store, the
peers and the clock, and carries out the effects in order. `play.live.live_game` is the state of one game; the phases of
both and the transitions are in `play.live.phases`; `play.live.visibility` decides what each viewer may see.

An action is never sent before it is committed. Instants (`now`, `at`) are ms since 1970 on the server's clock.
"""

from collections.abc import Collection, Iterable
from functools import cached_property

from gaprace.errors import Refusal
from gaprace.play.live import visibility
from gaprace.play.live.bots import RECORDED, level_of
from gaprace.play.live.effects import (
    ActionStored,
    Effect,
    EndRace,
    FindHint,
    GameEnded,
    GameHinted,
    MarkHinted,
    PeopleEnded,
    RacePeerEvent,
    Scope,
    Send,
    SetTimer,
    Share,
    Timer,
    VisibilityChanged,
)
from gaprace.play.live.live_game import Attempt, LiveGame
from gaprace.play.live.phases import RACE_TRANSITIONS, GameStep, IllegalTransition, RacePhase, RaceStep
from gaprace.play.live.publications import Publications
from gaprace.play.live.race_facts import RaceFacts, StoredMark, StoredState
from gaprace.play.live.settings import is_solo
from gaprace.rules.actions import Action, action_text
from gaprace.rules.game import Game
from gaprace.solver.answers import Advice
from gaprace.wire import Act, Acted, GameId, GameView, PlayerId, Snapshot, Started

TAKEOVER_DELAY_MS = 1500
"""How late a peer may be with a step that is its own before this server takes it."""


class LiveRace:
    """A race before its start, while it is running, or after its end."""

    def __init__(self, facts: RaceFacts, games: Iterable[StoredState], *, is_over: bool = False) -> None:
        """Take a stored race. `begin` or `resume` has to follow."""
        self.facts, self.id, self.deal, self.settings = facts, facts.id, facts.deal, facts.settings
        self.phase = RacePhase.OVER if is_over else RacePhase.COUNTDOWN
        self._effects: list[Effect] = []
        self.games = {
            each.seat.game: LiveGame(
                each.seat, each.game, self._effects, ended_at=each.ended_at, is_hinted=each.is_hinted
            )
            for each in games
        }
        self._has_rivals = len(self.games) > 1 or self.settings.boards_open
        """Whether anyone but a game's own player can be live."""
        self.away_s = None if is_solo(self.settings) else self.settings.away_s
        """How long the others wait for a player who is away; None for until the end, also of a solo game."""
        self._by_player = {game.seat.player: game for game in self.games.values()}
        self._people = [game for game in self.games.values() if not level_of(game.seat.player)]
        self._left: set[PlayerId] = set()
        """Players who have left during the countdown: they resign at the start instant."""
        self._publications = Publications(facts.starts_at, facts.delay_ms, self._effects)
        self.ends_at = facts.ends_at
        """When the race ends at the latest: by its time limit, or after the last lap. Each action asks for it."""

    def drain(self) -> list[Effect]:
        """Return the effects since the last call, in order."""
        effects = self._effects.copy()
        self._effects.clear()
        return effects

    # Queries

    @property
    def is_over(self) -> bool:
        """Whether it has ended in the store."""
        return self.phase is RacePhase.OVER

    @property
    def has_begun(self) -> bool:
        """Whether the start instant has come."""
        return self.phase is not RacePhase.COUNTDOWN

    @property
    def is_layout_published(self) -> bool:
        """Whether delayed viewers have seen the layout."""
        return self.is_over or self._publications.is_layout_published

    @property
    def numbers(self) -> dict[GameId, int]:
        """The number of the last stored action that is known here, by game."""
        return {game.id: game.committed.number for game in self.games.values()}

    @cached_property
    def started(self) -> Started:
        """The event of the start instant, with the layout."""
        return Started(self.id, self.deal.code, self.deal.opening().text)

    def has_game(self, player: PlayerId) -> bool:
        """Whether a player has a game in this race."""
        return player in self._by_player

    def is_running_for(self, player: PlayerId) -> bool:
        """Whether a player has a game in this race that has not ended."""
        game = self._by_player.get(player)
        return game is not None and not game.has_ended and not self.is_over

    @property
    def have_people_ended(self) -> bool:
        """Whether the games of all people have ended; recorded rivals play theirs to the end at once then."""
        return all(game.has_ended for game in self._people)

    @property
    def running_players(self) -> set[PlayerId]:
        """The players for whom a game is running."""
        return {player for player in self._by_player if self.is_running_for(player)}

    def is_due_by(self, instant: int) -> bool:
        """Whether it has not ended, and its time limit comes by an instant."""
        return not self.is_over and self._time_is_up(instant)

    def acted_at(self) -> dict[PlayerId, int]:
        """Return when each person made the last action; the start before the first."""
        return {game.seat.player: self.facts.starts_at + game.committed.time_ms for game in self._people}

    def snapshot_for(self, viewer: visibility.Viewer) -> tuple[Started | None, list[GameView]]:
        """Return the layout and the games, as a viewer may see them."""
        views = [visibility.view_of(self, game, viewer) for game in self.games.values()]
        return self.started if visibility.knows_layout(self, viewer) else None, [view for view in views if view]

    def _time_is_up(self, now: int) -> bool:
        return self.ends_at is not None and now >= self.ends_at

    def _ms(self, now: int) -> int:
        return now - self.facts.starts_at

    # The clock

    def begin(self, now: int) -> None:
        """Serve a race that was drawn just now: its layout is sent at the start instant, which may be now."""
        self._start_if_due(now)
        self._set_timers(now)

    def resume(self, now: int) -> None:
        """Serve a race that is loaded from the store: nothing is sent again."""
        if not self.is_over and now >= self.facts.starts_at:
            self._step(RaceStep.START)
            self._publications.resume(self.started, self.games.values(), now)
            for game in self.games.values():
                self._begin_lap(game)
        self._set_timers(now)

    def _set_timers(self, now: int) -> None:
        if self.is_over:
            return
        if not self.has_begun:
            self._effects.append(SetTimer(self.facts.starts_at, Timer.START))
        if self.ends_at is not None:
            self._effects.append(SetTimer(self.ends_at, Timer.LIMIT))
        for game in self.games.values():
            game.go_on(self._ms(now))
        self._complete(now)

    def _begin_lap(self, game: LiveGame) -> None:
        """Begin the last lap with the first win of a person: nobody waits for others after the win of a bot."""
        lap_s = self.settings.lap_s
        if lap_s is None or not game.committed.is_won or level_of(game.seat.player):
            return
        ends_at = self.facts.starts_at + game.committed.time_ms + 1000 * lap_s
        if self.ends_at is None or ends_at < self.ends_at:
            self.ends_at = ends_at
            self._effects.append(SetTimer(ends_at, Timer.LIMIT))

    def timer_due(self, due: SetTimer, now: int, remote: Collection[PlayerId] = ()) -> None:
        """Take the step that a timer was set for; `remote` players are connected to peers only."""
        match due.timer:
            case Timer.START:
                self._start_if_due(now)
            case Timer.LIMIT:
                self.end_all(now, remote)
            case Timer.PUBLICATION:
                self._publications.publish_due(now)
            case Timer.END_GAME:
                self.games[due.game].close(self._ms(now))

    def end_all(self, now: int, remote: Collection[PlayerId] = ()) -> None:
        """End every game in its current state; peers end those of `remote` players, who are connected to peers only."""
        for game in self.games.values():
            if game.seat.player in remote:
                self._expect_end(game, now)
            else:
                game.close(self._ms(now))
        self._complete(now)

    def _expect_end(self, game: LiveGame, now: int) -> None:
        """Let a peer end a game, since an action of it may still be pending there."""
        self._effects.append(SetTimer(now + TAKEOVER_DELAY_MS, Timer.END_GAME, game.id))

    def _start_if_due(self, now: int) -> None:
        if now >= self.facts.starts_at:
            self._start(now)

    def _start(self, now: int) -> None:
        if self.has_begun:
            return
        self._step(RaceStep.START)
        self._effects.append(Send(Scope.LIVE, self.started))
        self._publications.start(self.started)
        for player in self._left:
            self.resign(player, now)

    def _step(self, step: RaceStep) -> None:
        after = RACE_TRANSITIONS[self.phase].get(step)
        if after is None:
            raise IllegalTransition(f"race {self.id}", self.phase, step)
        self.phase = after

    # Commands of players

    def act(self, viewer: visibility.Viewer, act: Act, now: int, *, can_store: bool = True) -> None:
        """Handle an action of a client. The response is the action, when it is stored, or a refusal."""
        game = self._own_game(viewer, act.game, now)
        game.attempt(Attempt(viewer, act.n, act.action, self._ms(now), self._objection(now, can_store=can_store)))

    def play(self, game: LiveGame, n: int, action: Action, now: int, *, can_store: bool = True) -> None:
        """Make action `n` of a bot's game, unless it is made already."""
        game.play(n, action_text(action), self._ms(now), self._objection(now, can_store=can_store))

    def resign(self, player: PlayerId, now: int) -> None:
        """Resign the game of a player who leaves; during the countdown, at the start instant."""
        game = self._by_player.get(player)
        if game is None:
            return
        if self.has_begun:
            game.resign(self._ms(now))
        else:
            self._left.add(player)

    def _own_game(self, viewer: visibility.Viewer, game_id: GameId, now: int) -> LiveGame:
        if not viewer.is_seated:
            raise Refusal("not_playing", "You are watching this room: join it as a player to play the next race.")
        game = self.games.get(game_id)
        if game is None:
            raise Refusal("game_not_found", "The race of this room has no such game: it may be an earlier one.")
        if game.seat.player != viewer.player:
            raise Refusal("not_your_game", "This game is another player's.")
        if self.phase is RacePhase.COUNTDOWN:
            self._start_if_due(now)
            if not self.has_begun:
                raise Refusal("no_race", "The race has not started yet.")
        return game

    def _objection(self, now: int, *, can_store: bool) -> Refusal | None:
        """Return the reason why no new action is accepted now, if there is one."""
        if self._time_is_up(now):
            return Refusal("time_up", "The time is up: the race has ended.")
        if not can_store:
            return Refusal("try_again", "The server cannot store actions right now: try again in a moment.")
        return None

    # Answers of the store

    def stored(self, game_id: GameId, n: int, now: int) -> None:
        """Handle the stored action `n`: send it."""
        game = self.games[game_id]
        event = self._commit(game, game.answered(n, GameStep.COMMIT))
        self._effects.append(Share(ActionStored(game_id, n, event.action, event.ms)))
        game.go_on(self._ms(now))

    def refused(self, game_id: GameId, n: int, now: int) -> None:
        """Handle the store's refusal of action `n`: the stored state has to be read."""
        self.games[game_id].refuse(n, self._ms(now))

    def loaded(self, stored: StoredState, now: int) -> None:
        """Handle a game that was read from the store: send its new actions."""
        game = self.games[stored.seat.game]
        game.load(has_ended=stored.ended_at is not None)
        if stored.game.number:
            self._start(now)  # the clock of the peer that has stored an action is ahead of this one's
        for action, ms in stored.game.actions[game.committed.number :]:
            self._commit(game, game.committed.after(action, ms))
        if stored.is_hinted:
            self._mark_hinted(game)
        if stored.ended_at is not None:
            self._game_ended(game, stored.ended_at)
        game.go_on(self._ms(now))
        self._complete(now)

    def end_stored(self, game_id: GameId, now: int) -> None:
        """Handle the end of a game in the store by this server."""
        game = self.games[game_id]
        game.end_stored()
        self._effects.append(Share(GameEnded(game_id, game.committed.number)))
        self._game_ended(game, now)
        game.go_on(self._ms(now))
        self._complete(now)

    def end_refused(self, game_id: GameId, now: int) -> None:
        """Handle the store's refusal to end a game: the stored state has to be read."""
        self.games[game_id].end_refused(self._ms(now), is_time_up=self._time_is_up(now))

    def close(self) -> None:
        """Handle the end of the race in the store. Everything is published to delayed viewers."""
        self._step(RaceStep.CLOSE)
        self._publications.close()
        self._effects.append(VisibilityChanged())

    def _commit(self, game: LiveGame, after: Game) -> Acted:
        """Send the last action of a game, which is stored, and return the event."""
        game.committed = after
        self._begin_lap(game)
        player, event = game.seat.player, visibility.acted(game.id, after)
        self._effects.append(Send(Scope.PLAYER, event, player))
        if self._has_rivals:
            rivals = (
                event
                if visibility.sight_of_rivals(self, game) is visibility.Sight.LIVE
                else visibility.progress(game.id, after)
            )
            self._effects.append(Send(Scope.RIVALS, rivals, player))
        self._publications.commit(game, event)
        return event

    def _game_ended(self, game: LiveGame, ended_at: int) -> None:
        """Send the end of a game, unless its last action shows it, and open the other boards to its player."""
        self._effects.append(VisibilityChanged())
        if not game.committed.is_ended:
            self._send_snapshots(game)
            self._publications.end(game, ended_at)
        player = visibility.SeatedViewer(game.seat.player)
        for other in self.games.values():
            if other.seat.player != player.player and (view := visibility.view_of(self, other, player)):
                self._effects.append(Send(Scope.PLAYER, Snapshot(view), player.player))

    def _send_snapshots(self, game: LiveGame) -> None:
        rivals = (
            visibility.live_view(game)
            if visibility.sight_of_rivals(self, game) is visibility.Sight.LIVE
            else visibility.progress_view(game)
        )
        self._effects.append(Send(Scope.PLAYER, Snapshot(visibility.live_view(game)), game.seat.player))
        self._effects.append(Send(Scope.RIVALS, Snapshot(rivals), game.seat.player))

    def _complete(self, now: int) -> None:
        """End the race in the store, if all its games have ended. Bots do not play on without people."""
        if self.phase not in {RacePhase.COUNTDOWN, RacePhase.RUNNING}:
            return
        if all(game.has_ended for game in self.games.values()):
            self._step(RaceStep.COMPLETE)
            self._effects.append(EndRace())
        elif self._people and self.have_people_ended:
            self._effects.append(PeopleEnded())
            for game in self.games.values():
                if level_of(game.seat.player) != RECORDED:
                    game.close(self._ms(now))

    def close_game(self, game: LiveGame, now: int) -> None:
        """End the game of a recorded rival that has no more actions."""
        game.close(self._ms(now))

    # Peers

    def hear(self, event: RacePeerEvent, now: int) -> None:
        """Handle a peer's report: an action that the rules confirm. Anything else is a hint to read the game."""
        game = self.games.get(event.game)
        if game is None or (isinstance(event, ActionStored) and game.has(event)):
            return
        after = game.next_by(event) if isinstance(event, ActionStored) and self.has_begun else None
        if after is None:
            game.outdate(self._ms(now))
            return
        game.follow()
        self._commit(game, after)
        if after.is_ended:
            self._expect_end(game, now)

    def compare(self, stored: StoredMark, now: int) -> None:
        """Read a game if the store is ahead of this server."""
        game = self.games.get(stored.game)
        if game is None:
            return
        if stored.n > game.accepted.number or (stored.has_ended and not game.has_ended):
            game.outdate(self._ms(now))
        if stored.is_hinted:
            self._mark_hinted(game)

    def catch_up(self, now: int) -> None:
        """Read all games that have not ended here, after a peer has ended the race."""
        for game in self.games.values():
            if not game.has_ended:
                game.outdate(self._ms(now))
        self._complete(now)

    # Hints

    def hint(self, viewer: visibility.Viewer, game_id: GameId, now: int) -> None:
        """Request a hint, which makes the game practice."""
        self._own_game(viewer, game_id, now).ask_hint(viewer)

    def advised(self, search: FindHint, advice: Advice | None) -> None:
        """Handle the result of the search; the hint is sent when the store has marked the game."""
        self.games[search.game].advise(search, advice)

    def hint_stored(self, marked: MarkHinted) -> None:
        """Handle the mark of the game as hinted in the store: send the hint."""
        game = self.games[marked.hinted.game]
        self._effects.append(Share(GameHinted(game.id)))
        self._mark_hinted(game)
        game.give_hint(marked.hinted)

    def hint_failed(self, game_id: GameId) -> None:
        """Handle a failed search for a hint, which may be requested again."""
        self.games[game_id].is_hinting = False

    def _mark_hinted(self, game: LiveGame) -> None:
        if not game.is_hinted:
            game.is_hinted = True
            self._send_snapshots(game)
