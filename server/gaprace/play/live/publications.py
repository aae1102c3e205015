"""The unpublished events of a race, and the instants at which delayed viewers see them. Pure.

The instant of an event's publication follows from its stored time, and never from the time at which a server received
it: so all servers publish it at the same time, also after a restart. `spectator_delay` decides the delay.
"""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from msgspec import Struct

from gaprace.play.live.effects import Effect, Scope, Send, SetTimer, Timer
from gaprace.play.live.live_game import LiveGame
from gaprace.play.live.visibility import acted, published_view
from gaprace.rules.game import Game
from gaprace.wire import Acted, Snapshot, Started


class LayoutPublished(Struct, frozen=True):
    """The layout becomes known."""

    started: Started


class ActionPublished(Struct, frozen=True):
    """The next action of a game is seen."""

    game: LiveGame


class EndPublished(Struct, frozen=True):
    """It is seen that a game has ended without a last action."""

    game: LiveGame


Publication = LayoutPublished | ActionPublished | EndPublished


class Publications:
    """Publishes a race to its delayed viewers. Like the race, it adds effects to a list; its timer calls `publish_due`.

    Pending events are ordered by their instants (ms since 1970), then by arrival.
    """

    def __init__(self, starts_at: int, delay_ms: int, effects: list[Effect]) -> None:
        self._starts_at, self._delay_ms, self._effects = starts_at, delay_ms, effects
        self._waiting: list[tuple[int, int, Publication]] = []
        self._added = 0
        self.is_layout_published = False

    # The progress of the race

    def start(self, started: Started) -> None:
        """Publish the layout, which is known from the start instant on."""
        self._publish(LayoutPublished(started), self._starts_at)

    def commit(self, game: LiveGame, event: Acted) -> None:
        """Publish the next action of a game; without a delay, it is the same event as for everyone else."""
        if self._delay_ms:
            self._publish(ActionPublished(game), self._starts_at + event.ms)
            return
        game.published = game.committed
        self._effects.append(Send(Scope.DELAYED, event))

    def end(self, game: LiveGame, ended_at: int) -> None:
        """Publish that a game has ended without a last action."""
        self._publish(EndPublished(game), ended_at)

    def close(self) -> None:
        """Publish everything: the race is over, and there is no delay any more."""
        for publication in self._take(None):
            self._show(publication)
        self._delay_ms = 0

    # The clock

    def resume(self, started: Started, games: Iterable[LiveGame], now: int) -> None:
        """Restore the published state of a race that was read from the store, without sending anything."""
        if not self._delay_ms:
            self.is_layout_published = True
            return
        self._wait(LayoutPublished(started), self._starts_at)
        for game in games:
            game.published, game.is_end_published = Game.start(game.committed.deal), False
            for _, ms in game.committed.actions:
                self._wait(ActionPublished(game), self._starts_at + ms)
            if game.ended_at is not None:
                self._wait(EndPublished(game), game.ended_at)
        for publication in self._take(now):
            self._apply(publication)
        self._set_timer()

    def publish_due(self, now: int) -> None:
        """Publish what is due."""
        for publication in self._take(now):
            self._show(publication)
        self._set_timer()

    # Waiting

    @property
    def _next_at(self) -> int | None:
        return self._waiting[0][0] if self._waiting else None

    def _publish(self, publication: Publication, happened_at: int) -> None:
        if not self._delay_ms:
            self._show(publication)
            return
        before = self._next_at
        self._wait(publication, happened_at)
        if self._next_at != before:
            self._set_timer()

    def _wait(self, publication: Publication, happened_at: int) -> None:
        self._added += 1
        heappush(self._waiting, (happened_at + self._delay_ms, self._added, publication))

    def _take(self, now: int | None) -> Iterator[Publication]:
        """Remove and return the due events, in order; all events, if `now` is None."""
        while self._waiting and (now is None or self._waiting[0][0] <= now):
            yield heappop(self._waiting)[2]

    def _set_timer(self) -> None:
        if self._next_at is not None:
            self._effects.append(SetTimer(self._next_at, Timer.PUBLICATION))

    # Showing

    def _show(self, publication: Publication) -> None:
        self._effects.append(self._apply(publication))

    def _apply(self, publication: Publication) -> Send:
        """Advance the published state, and return the events for delayed viewers."""
        match publication:
            case LayoutPublished(started):
                self.is_layout_published = True
                return Send(Scope.DELAYED, started)
            case ActionPublished(game):
                game.publish_next()
                return Send(Scope.DELAYED, acted(game.id, game.published))
            case EndPublished(game):
                game.is_end_published = True
                return Send(Scope.DELAYED, Snapshot(published_view(game)), game.seat.player)
