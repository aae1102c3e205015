"""What is sealed, and for whom: until a daily is revealed, its deal is known only by playing it.

It is open to everyone after the reveal, and before that to a player whose own ranked game of it has ended.
"""

from gaprace.errors import Disconnected, RoomError
from gaprace.play.calendar import is_sealed, oldest_sealed_date
from gaprace.ports import Clock, DailyKey, Store
from gaprace.rooms.context import Tools
from gaprace.wire import RoomView

_EVER = "9999-12-31"


async def is_open_to(store: Store, clock: Clock, daily: DailyKey, player: str | None) -> bool:
    """Whether somebody may see a daily's deal and the games on it."""
    if not is_sealed(daily.date, clock.now()):
        return True
    attempt = await store.attempt(daily, player) if player else None
    return attempt is not None and attempt.ended


def sealed_daily(daily: DailyKey) -> RoomError:
    """Say that a daily is sealed."""
    return RoomError(
        "sealed_daily",
        f"The daily of {daily.date} ({daily.variant}) is sealed for you until your own ranked game of it has ended.",
    )


async def refuse_watching_sealed(tools: Tools, room: RoomView, player: str) -> None:
    """Let nobody watch what is sealed for them.

    Raises:
        Disconnected: `sealed_daily`.

    """
    daily = room.daily
    if daily and not await is_open_to(tools.store, tools.clock, DailyKey(daily.date, daily.variant), player):
        raise Disconnected("sealed_daily")


async def is_sealed_code(store: Store, clock: Clock, code: str) -> bool:
    """Whether a deal code is that of a daily that is not revealed yet."""
    now = clock.now()
    dailies = await store.dailies(oldest_sealed_date(now), _EVER)
    return any(daily.deal.code == code and is_sealed(daily.key.date, now) for daily in dailies)


async def refuse_sealed_code(tools: Tools, code: str | None) -> None:
    """Let nobody set a room to a sealed daily's deal code: of any variant, since several have the same layout.

    Raises:
        RoomError: `sealed_deal`.

    """
    if code is not None and await is_sealed_code(tools.store, tools.clock, code):
        raise RoomError("sealed_deal", f"{code} is the deal of a daily that is not revealed yet: choose another.")
