"""Sealed dailies: until a daily is revealed, its deal is known only to those who play it.

It is open to everyone after the reveal, and before that to a player whose own ranked game of it has ended.
"""

from gaprace.errors import Disconnected, RoomError
from gaprace.play.calendar import is_sealed, oldest_sealed_date
from gaprace.ports import Clock, DailyKey, Store
from gaprace.rooms.context import RoomContext
from gaprace.wire import RoomView

_LAST_DATE = "9999-12-31"


async def is_open_to(store: Store, clock: Clock, daily: DailyKey, player: str | None) -> bool:
    """Whether a player, or a caller without an identity (None), may see a daily's deal and the games on it."""
    if not is_sealed(daily.date, clock.now()):
        return True
    attempt = await store.attempt(daily, player) if player else None
    return attempt is not None and attempt.ended


def sealed_daily(daily: DailyKey) -> RoomError:
    """Return the refusal of a request that would show a sealed daily."""
    return RoomError(
        "sealed_daily",
        f"The daily of {daily.date} ({daily.variant}) is sealed for you until your own ranked game of it has ended.",
    )


async def refuse_watching_sealed(context: RoomContext, room: RoomView, player: str) -> None:
    """Refuse spectators for whom the daily of a room is sealed.

    Raises:
        Disconnected: `sealed_daily`.

    """
    daily = room.daily
    if daily and not await is_open_to(context.store, context.clock, DailyKey(daily.date, daily.variant), player):
        raise Disconnected("sealed_daily")


async def is_sealed_code(store: Store, clock: Clock, code: str) -> bool:
    """Whether a deal code is that of a daily that is not revealed yet."""
    sealed = await store.dailies(oldest_sealed_date(clock.now()), _LAST_DATE)
    return any(daily.deal.code == code for daily in sealed)


async def refuse_sealed_code(context: RoomContext, code: str | None) -> None:
    """Refuse a sealed daily's deal code as a room's setting: in any variant, since several have the same layout.

    Raises:
        RoomError: `sealed_deal`.

    """
    if code is not None and await is_sealed_code(context.store, context.clock, code):
        raise RoomError("sealed_deal", f"{code} is the deal of a daily that is not revealed yet: choose another.")
