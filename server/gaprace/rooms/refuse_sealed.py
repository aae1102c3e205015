"""Sealed deals in rooms: refusals, and deal codes that cannot be used. `play.seals` has the rules."""

from gaprace.errors import Disconnected, Refusal
from gaprace.play.events.calendar import instant_text
from gaprace.ports import Store, StoredRace
from gaprace.wire import RoomView


def refuse_sealed(race: StoredRace, viewer: str | None, now: int) -> None:
    """Refuse a viewer for whom the games on the deal of a race are sealed (None: for everybody).

    Raises `sealed_daily`, `sealed_challenge`, `sealed_race`.
    """
    if race.seal.holds(viewer, now):
        raise _sealed(race)


def _sealed(race: StoredRace) -> Refusal:
    """Return the refusal of a request that would reveal a sealed deal or the games on it."""
    until = f"is sealed until {instant_text(race.seal.until)}"
    rest = "Until then you can only see your own games of it, and nothing is analysed."
    if race.challenge is None and race.daily is None:
        return Refusal("sealed_race", "Recorded rivals race on this deal right now: come back when the race is over.")
    if race.challenge or race.daily is None:
        return Refusal("sealed_challenge", f"This challenge {until}, or until all have finished. {rest}")
    return Refusal("sealed_daily", f"The daily of {race.daily.date} ({race.daily.variant}) {until}. {rest}")


def refuse_watching_sealed(room: RoomView, now: int) -> None:
    """Refuse spectators of a game on a sealed daily, and of a game of a challenge."""
    event = room.event
    if event and event.kind != "daily":
        raise Disconnected("room_not_found")
    if event and now < event.ends_at:
        raise Disconnected("sealed_daily")


async def is_sealed_code(store: Store, now: int, code: str) -> bool:
    """Whether a deal code is that of a ranked event that has not ended, or of a ranked race that runs."""
    return await store.is_raced(code) or await store.is_in_event(code, now)


async def refuse_sealed_code(store: Store, now: int, code: str | None) -> None:
    """Refuse a sealed deal code as a room's setting: in any variant, since several have the same layout.

    Raises `sealed_deal`.
    """
    if code is not None and await is_sealed_code(store, now, code):
        raise Refusal(
            "sealed_deal",
            f"{code} is the deal of a daily, a race or a challenge that is still being played: choose another.",
        )
