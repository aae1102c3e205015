"""Race now: finds the fullest waiting quick room for a player, or opens one.

A seat is taken in the store under the version of its room, so two servers cannot assign it twice.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gaprace.errors import Disconnected, Refusal
from gaprace.play.live.quick import MANY_ARRIVALS, QUICK_WAIT_MS, distance, is_near, quick_settings, waits_for
from gaprace.play.live.room import RoomState, rooms_from_json
from gaprace.play.people.rating import Rating
from gaprace.ports import StoredPlayer
from gaprace.rooms.context import RoomContext
from gaprace.rooms.registry import LISTED_MS, MAX_LISTED, RoomRegistry
from gaprace.wire import RoomCode, RoomView, Settings


@dataclass(frozen=True, slots=True)
class Wish:
    """A player's choice of a race, and the blocked players."""

    player: StoredPlayer
    settings: Settings
    rating: int
    apart: frozenset[str]
    """The players with whom there is a block, in either direction."""

    def fits(self, room: RoomState, now: int) -> bool:
        """Whether the player can join a room, and meets no blocked or blocking player there."""
        has_met = any(member.id in self.apart for member in room.view.members)
        return not has_met and waits_for(room, self.player.id, self.settings, now)


class QuickRaces:
    """Pairs players, with those of other servers too."""

    def __init__(self, context: RoomContext, rooms: RoomRegistry) -> None:
        self._context, self._rooms = context, rooms
        self._arrivals = deque[int](maxlen=MANY_ARRIVALS)
        """When the last players came to this server."""
        self._pairing = asyncio.Lock()
        """Two players who come at once meet, instead of opening a room each."""

    async def room_for(
        self, player: StoredPlayer, variant: str, before_opening: Callable[[], None] = lambda: None
    ) -> RoomCode:
        """Return the code of a quick room in which a player now has a seat.

        `before_opening` is called if a new one has to be opened; its exceptions are passed on.
        """
        settings, store = quick_settings(variant), self._context.store
        rating = round((await store.ratings(player.id)).get(variant, Rating()).value)
        wish = Wish(player, settings, rating, frozenset(await store.kept_apart(player.id)))
        async with self._pairing:
            is_busy = self._note_arrival()
            for room in await self._waiting(wish, only_near=is_busy):
                if await self._seated(wish, room.view.code):
                    return room.view.code
            before_opening()
            return await self._opened(wish, is_busy=is_busy)

    def _note_arrival(self) -> bool:
        """Count a player who wants to race; return whether so many come that each finds others of the own strength."""
        now = self._context.clock.now()
        self._arrivals.append(now)
        return self._arrivals[0] > now - QUICK_WAIT_MS and len(self._arrivals) == MANY_ARRIVALS

    async def _waiting(self, wish: "Wish", *, only_near: bool = False) -> list[RoomState]:
        """Return the rooms that a player can join: the own one, then those of the own strength, then the nearest.

        With `only_near`, none of another strength, except the player's own.
        """
        now = self._context.clock.now()
        listed = await self._context.store.listed_rooms(MAX_LISTED, now - LISTED_MS)
        waiting = [room for room in rooms_from_json(each.state for each in listed) if wish.fits(room, now)]

        def order(room: RoomState) -> tuple[object, ...]:
            near = is_near(room, wish.rating, now)
            fuller_or_nearer = -len(room.view.members) if near else distance(room, wish.rating)
            return not room.member(wish.player.id), not near, fuller_or_nearer, _age(room.view)

        fit = [
            each for each in waiting if not only_near or each.member(wish.player.id) or is_near(each, wish.rating, now)
        ]
        return sorted(fit, key=order)

    async def _seated(self, wish: "Wish", code: RoomCode) -> bool:
        """Take a seat; return whether there was one left."""

        def joined(room: RoomState) -> RoomState:
            if not wish.fits(room, self._context.clock.now()):
                raise Refusal("room_full", "The race has started, or all seats are taken.")
            return room.joined(wish.player.id, wish.player.name, program=wish.player.program, rating=wish.rating)

        try:
            await self._rooms.change(code, joined)
        except (Disconnected, Refusal):
            return False
        return True

    async def _opened(self, wish: "Wish", *, is_busy: bool) -> RoomCode:
        """Open a room; if another server has opened one at the same time, move there."""
        fills_at = self._context.clock.now() + QUICK_WAIT_MS
        own = await self._rooms.create(wish.player, wish.settings, fills_at=fills_at, rating=wish.rating)
        for other in self._older(await self._waiting(wish, only_near=is_busy), own):
            if await self._seated(wish, other):
                await self._rooms.change(own.code, lambda room: room.left(wish.player.id))
                return other
        return own.code

    @staticmethod
    def _older(rooms: list[RoomState], own: RoomView) -> Iterator[RoomCode]:
        return (room.view.code for room in rooms if _age(room.view) < _age(own))


def _age(room: RoomView) -> tuple[int, RoomCode]:
    """Return a key that orders rooms, the oldest first, in the same way at every server."""
    return room.fills_at or 0, room.code
