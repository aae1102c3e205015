"""The win probabilities of a race, for those who watch it."""

from collections.abc import Iterable

from gaprace.play.live.race import LiveRace
from gaprace.rooms.audience import Listeners, Membership
from gaprace.rooms.broadcast import Connections
from gaprace.rooms.connection import Subscriber
from gaprace.rooms.context import RoomContext
from gaprace.rooms.coordinator import RoomCoordinator
from gaprace.rooms.timers import Timers
from gaprace.rules.game import Game
from gaprace.solver.answers import Position
from gaprace.wire import Chances, GameChance, GameId

CHANCES_INTERVAL_MS = 1_000
DIGITS = 3


class RoomChances:
    """The win probabilities of one room's race for the audience at this server: at most once a second for each board.

    They are computed only while somebody watches, and only for published boards, so they have the delay of the boards.
    """

    def __init__(
        self,
        coordinator: RoomCoordinator,
        connections: Connections,
        membership: Membership,
        context: RoomContext,
        timers: Timers,
    ) -> None:
        self._coordinator, self._connections, self._membership = coordinator, connections, membership
        self._context, self._timers = context, timers
        self._race = ""
        self._known: dict[GameId, GameChance] = {}
        """The latest ones of the race, those that were found longest ago first."""
        self._is_due = False
        self._listeners = Listeners(connections, membership)
        connections.on_assigned.append(self._tick_soon)

    def welcomed(self, subscriber: Subscriber) -> None:
        """Record that a connection received a full snapshot, which has no win probabilities."""
        self._listeners.welcomed(subscriber, is_up_to_date=False)

    def _tick_soon(self, subscribers: Iterable[Subscriber]) -> None:
        """Schedule the next check while a race is running that one of these subscribers can see."""
        is_possible = not self._is_due and self._context.engine.searches and self._running_race
        if is_possible and any(map(self._membership(), subscribers)):
            self._is_due = True
            self._timers.at(self._context.clock.now() + CHANCES_INTERVAL_MS, self._tick)

    @property
    def _running_race(self) -> LiveRace | None:
        race = self._coordinator.race
        return None if race is None or race.state.is_over else race.state

    async def _tick(self) -> None:
        race = self._running_race
        try:
            new = await self._found(race) if race and race.is_layout_published else []
            if race is self._running_race:
                self._send(new)
        finally:  # if a check fails, the next one may succeed
            self._is_due = False
            self._tick_soon(self._connections)

    async def _found(self, race: LiveRace) -> list[GameChance]:
        """Compute the win probability of each newly published board; return those that were ready in time."""
        if race.id != self._race:
            self._race, self._known = race.id, {}
        changed = self._changed(race)
        positions = [Position(game.board, game.shuffles_left) for _, game in changed]
        outlooks = await self._context.engine.outlooks(positions, race.deal.variant) if positions else []
        found = [
            GameChance(game_id, game.number, round(outlook.win, DIGITS), outlook.unwinnable)
            for (game_id, game), outlook in zip(changed, outlooks, strict=True)
            if outlook is not None
        ]
        for each in found:
            self._known.pop(each.game, None)
            self._known[each.game] = each
        return found

    def _changed(self, race: LiveRace) -> list[tuple[GameId, Game]]:
        """Return the newly published boards, the longest-waiting ones first."""
        shown = {
            game.id: game.published
            for game in race.games.values()
            if not (game.published.is_ended or game.is_end_published)
        }
        order = [*(game for game in shown if game not in self._known), *self._known]
        known = {game: chance.n for game, chance in self._known.items()}
        return [(game, shown[game]) for game in order if game in shown and known.get(game) != shown[game].number]

    def _send(self, new: list[GameChance]) -> None:
        """Send changes to the audience; its new members receive the complete state."""
        news, everything = [Chances(self._race, each) if each else None for each in (new, [*self._known.values()])]
        self._listeners.send(news, everything)
