"""Recorded rivals in a room: they are chosen at the start of a race, and played from their stored games."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from gaprace.errors import Refusal, RulesError
from gaprace.play.live.hosts import players_of
from gaprace.play.live.live_game import LiveGame
from gaprace.play.live.quick import filled, seats_to_fill, takes_rivals
from gaprace.play.live.rivals import RivalGame, chosen_rivals
from gaprace.play.live.room import RoomState
from gaprace.play.live.settings import variant_of
from gaprace.play.people.rating import Rating
from gaprace.ports import Store
from gaprace.rooms.context import RoomContext
from gaprace.rooms.race_shell import RaceShell
from gaprace.rules.actions import parse_transcript

LOOK_MS = 1_000
"""How late an action may be before a server looks again whether another one has made it."""


async def with_rivals(store: Store, room: RoomState, now: int) -> RoomState:
    """Fill the free seats of a quick room, and those of earlier recorded rivals, for the next race."""
    if room.rivals and room.view.race is None and await _are_new(store, room):
        return room  # it was made for a race against them
    if not seats_to_fill(room):
        return room.with_rivals(()) if room.rivals else room
    return filled(room, await _found(store, room, now) if takes_rivals(room.view) else [])


async def _are_new(store: Store, room: RoomState) -> bool:
    """Whether nobody knows the deal of a room's recorded games: a player could have raced it in another such room."""
    found = await store.finished_game(room.rivals[0].game)
    people = [each.id for each in players_of(room.view) if not each.bot]
    return found is not None and not any([await store.knows_deal(each, found[1].deal.code) for each in people])


async def _found(store: Store, room: RoomState, now: int) -> list[RivalGame]:
    people = [each for each in players_of(room.view) if not each.bot]
    if not people:
        return []
    apart = set[str]().union(*[await store.kept_apart(each.id) for each in people])
    ratings = [Rating().value if each.rating is None else each.rating for each in people]
    found = await store.rival_games(variant_of(room.view.settings.variant), [each.id for each in people], apart, now)
    return chosen_rivals(found, sum(ratings) / len(ratings), seats_to_fill(room))


class RecordedTurns:
    """The turns of a recorded rival: each action at its own time, and the rest at once when all people have finished.

    A player who races against it never waits for it, and is ranked as if it had played on.
    """

    def __init__(
        self, game: LiveGame, race: RaceShell, source: str, context: RoomContext, plays_here: Callable[[], bool]
    ) -> None:
        self._game, self._race, self._source, self._plays_here = game, race, source, plays_here
        self._store, self._clock = context.store, context.clock

    async def take(self) -> None:
        """Take turns until the game has ended."""
        found = await self._store.finished_game(self._source)
        played = found[0].result if found else None
        actions = [*parse_transcript(played.transcript)] if played else []
        starts_at = self._race.state.facts.starts_at
        while self._is_open:
            n = self._game.accepted.number
            action, ms = actions[n] if n < len(actions) else (None, 0)
            at = starts_at + ms
            is_last = self._race.state.have_people_ended
            if is_last and (action is None or self._race.state.is_due_by(at)):
                self._race.close_game(self._game)
            elif action and (is_last or (at <= self._clock.now() and self._plays_here())):
                with suppress(Refusal, RulesError):  # a peer has made this action, or it has to be made again
                    self._race.play(self._game, n + 1, action, at)
                    continue
            await self._wait(at)

    @property
    def _is_open(self) -> bool:
        return not (self._race.state.is_over or self._game.has_ended or self._game.accepted.is_ended)

    async def _wait(self, at: int) -> None:
        """Wait for the time of an action or for the end of all people's games, and a while if either has come."""
        now = self._clock.now()
        if self._race.people_ended.is_set() or at <= now:
            await self._clock.sleep_until(now + LOOK_MS)
            return
        both = [asyncio.ensure_future(each) for each in (self._race.people_ended.wait(), self._clock.sleep_until(at))]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in both:
                each.cancel()
