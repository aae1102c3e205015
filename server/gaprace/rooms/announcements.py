"""What rooms have told by webhooks and web push.

The rooms of a group are announced to its webhooks, listed rooms to those of the installation. Players who were ready
but are not connected when the race begins are notified in their browsers.
"""

from collections.abc import Collection

from gaprace.play.live.room import RoomState
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.play.notices.push import race_starting
from gaprace.ports import StoredRace
from gaprace.wire import RoomView

MIN_RACERS = 2
"""Races of fewer players are not announced."""


def room_listed(before: RoomState | None, after: RoomState, now: int) -> QueuedNotice | None:
    """Return the notice of a room that becomes listed, at its creation (`before` is None) or later; else None.

    Quick rooms are excluded, since they fill without help.
    """
    view = after.view
    was_listed = before is not None and before.view.settings.listed
    if was_listed or not view.settings.listed or view.fills_at is not None:
        return None
    return QueuedNotice("room.opened", view.code, now, is_public=True)


def race_missed(view: RoomView, present: Collection[str], race: StoredRace, now: int) -> QueuedNotice | None:
    """Return the notice for members who were ready for a race and are not connected when it begins."""
    waiting = [each.id for each in view.members if each.ready and not each.bot and not each.sits_out]
    absent = [each for each in waiting if each not in present]
    return race_starting(view.code, now, race.starts_at, absent) if absent else None


def race_finished(view: RoomView, now: int) -> QueuedNotice | None:
    """Return the notice of the race that ends in a room; None if the room is private, or the race had one player."""
    race, is_public = view.race, view.settings.listed
    if race is None or len(race.seats) < MIN_RACERS or not (is_public or view.group):
        return None
    return QueuedNotice("race.finished", race.id, now, view.group, is_public)
