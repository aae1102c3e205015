"""Tells a race to everyone in its room.

Who is told what: a player whose game runs hears all of it at once, and of the other games the progress. Where boards
are open, everyone who holds a seat hears all of every game at once. Everyone else is a viewer, and is shown all boards
as late as the room wants it.
"""

from collections.abc import Iterable

from gaprace.play import views
from gaprace.ports import Clock
from gaprace.rooms.audience import Attendee, Audience
from gaprace.rooms.feed import Feed
from gaprace.rooms.live_race import LiveGame, LiveRace
from gaprace.rules.game import Game
from gaprace.wire import GameView, Snapshot, Started, encode


class RaceTeller:
    """Says what has happened in a race, to each what they may know."""

    def __init__(self, race: LiveRace, audience: Audience, clock: Clock, feed: Feed, *, boards_open: bool) -> None:
        self._race, self._audience, self._clock = race, audience, clock
        self._feed = feed
        self._boards_open = boards_open
        self._has_told_start = False

    def sort_audience(self) -> None:
        """Split the audience anew into players and viewers."""
        self._audience.sort(self._hears_at_once)

    def take_up(self) -> None:
        """Go on with a race that has started already."""
        self._race.is_shown = self._has_told_start = True

    # What happens

    def tell_started(self) -> None:
        """Tell the layout, once."""
        if self._has_told_start:
            return
        self._has_told_start = True
        message = encode(self._race.started)
        for attendees in self._audience.players.values():
            self._audience.tell_encoded(attendees, message)
        self._feed.show(lambda: self._show_started(message))

    def _show_started(self, message: bytes) -> None:
        self._race.is_shown = True
        self._audience.tell_encoded(self._audience.viewers, message)

    def tell_action(self, game: LiveGame, after: Game) -> None:
        """Tell the last action of a game."""
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

    def tell_hinted(self, game: LiveGame) -> None:
        """Tell that a hint was given."""
        game.hinted = True
        for attendees in self._audience.players.values():
            self._tell_snapshot(game, attendees)

    def tell_ended(self, game: LiveGame) -> None:
        """Tell what follows from the end of a game."""
        self.sort_audience()
        if not game.told.is_ended:
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
        for game in self._race.games.values():
            if game is not besides:
                self._tell_snapshot(game, [each for each in self._audience.of(player) if each.is_seated])

    def _tell_snapshot(self, game: LiveGame, attendees: Iterable[Attendee]) -> None:
        for attendee in attendees:
            self._audience.tell([attendee], Snapshot(self._view(game, attendee)))

    def over(self) -> None:
        """Show viewers all that they have not seen yet: the race is over."""
        self._race.is_over = True
        self._feed.flush()
        self.sort_audience()

    # What somebody who comes may see

    def started_for(self, attendee: Attendee) -> Started | None:
        """Return the layout, if it may be seen."""
        knows = self._race.is_shown or self._hears_at_once(attendee) or self._has_game(attendee)
        return self._race.started if knows and self._race.has_begun(self._clock.now()) else None

    def games_for(self, attendee: Attendee) -> list[GameView]:
        """Return every game as somebody may see it."""
        if self.started_for(attendee) is None:
            return []
        return [self._view(game, attendee) for game in self._race.games.values()]

    def _has_game(self, attendee: Attendee) -> bool:
        return attendee.is_seated and self._race.game_of(attendee.player) is not None

    def _hears_at_once(self, attendee: Attendee) -> bool:
        return attendee.is_seated and (self._boards_open or self._race.is_running_for(attendee.player))

    def _view(self, game: LiveGame, attendee: Attendee) -> GameView:
        own = game.seat.player == attendee.player and attendee.is_seated
        if not own and not self._hears_at_once(attendee):
            ended = game.shown.is_ended or game.is_shown_over
            return views.game_view(game.seat, game.shown, ended=ended)
        is_opening = game.told.number == 0  # which everyone knows
        if own or self._boards_open or is_opening:
            return self.told_view(game)
        return views.progress_view(game.seat, game.told, ended=game.is_over or game.told.is_ended)

    def told_view(self, game: LiveGame) -> GameView:
        """Return a game as its player may see it."""
        ended = game.told.is_ended or game.is_over
        return views.game_view(game.seat, game.told, ended=ended, hinted=game.hinted)
