"""Sealed deals in rooms: refusals, and deal codes that cannot be used. `play.seals` has the rules."""

from gaprace.errors import Disconnected, Refusal
from gaprace.play.events.calendar import instant_text, is_sealed, oldest_sealed_date
from gaprace.play.events.seals import Seal
from gaprace.ports import Store, StoredRace
from gaprace.rooms.context import RoomContext
from gaprace.wire import RoomView

_LAST_DATE = "9999-12-31"


def refuse_sealed(race: StoredRace, viewer: str | None, now: int) -> None:
    """Refuse a viewer for whom the games on the deal of a race are sealed (None: for everybody).

    Raises `sealed_daily`, `sealed_challenge`.
    """
    if race.seal and race.seal.holds(viewer, now):
        raise _sealed(race, race.seal)


def _sealed(race: StoredRace, seal: Seal) -> Refusal:
    """Return the refusal of a request that would reveal a sealed deal or the games on it."""
    until = f"is sealed until {instant_text(seal.until)}"
    rest = "Until then you can only see your own games of it, and nothing is analysed."
    if race.event or race.daily is None:
        return Refusal("sealed_challenge", f"This challenge {until}, or until all have finished. {rest}")
    return Refusal("sealed_daily", f"The daily of {race.daily.date} ({race.daily.variant}) {until}. {rest}")


def refuse_watching_sealed(context: RoomContext, room: RoomView) -> None:
    """Refuse spectators of a game on a sealed daily, and of a game of a challenge.

    Raises `sealed_daily`, `room_not_found`.
    """
    if room.challenge:
        raise Disconnected("room_not_found")
    if room.daily and is_sealed(room.daily.date, context.clock.now()):
        raise Disconnected("sealed_daily")


async def is_sealed_code(store: Store, now: int, code: str) -> bool:
    """Whether a deal code is that of a daily that is not revealed yet, or of a ranked race or challenge that runs."""
    sealed = await store.dailies(oldest_sealed_date(now), _LAST_DATE)
    is_daily = any(daily.deal.code == code for daily in sealed)
    return is_daily or await store.is_raced(code) or await store.is_in_event(code)


async def refuse_sealed_code(store: Store, now: int, code: str | None) -> None:
    """Refuse a sealed deal code as a room's setting: in any variant, since several have the same layout.

    Raises `sealed_deal`.
    """
    if code is not None and await is_sealed_code(store, now, code):
        raise Refusal(
            "sealed_deal",
            f"{code} is the deal of a daily, a race or a challenge that is still being played: choose another.",
        )
