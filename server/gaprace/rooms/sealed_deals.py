"""Sealed deals in rooms: refusals, and the codes that open no room. `play.seals` says what is sealed for whom."""

from gaprace.errors import Disconnected, RoomError
from gaprace.play.calendar import instant_text, is_sealed, oldest_sealed_date, reveals_at
from gaprace.ports import DailyKey, Store
from gaprace.rooms.context import RoomContext
from gaprace.wire import RoomView

_LAST_DATE = "9999-12-31"


def sealed_daily(daily: DailyKey) -> RoomError:
    """Return the refusal of a request that would show how others play a sealed daily, or how to play it."""
    return RoomError(
        "sealed_daily",
        f"The daily of {daily.date} ({daily.variant}) is sealed until {instant_text(reveals_at(daily.date))}."
        " Until then you can only see your own games of it, and nothing is analysed.",
    )


def refuse_watching_sealed(context: RoomContext, room: RoomView) -> None:
    """Refuse spectators of a game on a sealed daily.

    Raises:
        Disconnected: `sealed_daily`.

    """
    if room.daily and is_sealed(room.daily.date, context.clock.now()):
        raise Disconnected("sealed_daily")


async def is_sealed_code(store: Store, now: int, code: str) -> bool:
    """Whether a deal code is that of a daily that is not revealed yet, or of a ranked race that runs."""
    sealed = await store.dailies(oldest_sealed_date(now), _LAST_DATE)
    return any(daily.deal.code == code for daily in sealed) or await store.is_raced(code)


async def refuse_sealed_code(store: Store, now: int, code: str | None) -> None:
    """Refuse a sealed deal code as a room's setting: in any variant, since several have the same layout.

    Raises:
        RoomError: `sealed_deal`.

    """
    if code is not None and await is_sealed_code(store, now, code):
        raise RoomError(
            "sealed_deal",
            f"{code} is the deal of a daily or of a ranked race that is still being played: choose another.",
        )
