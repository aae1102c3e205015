"""What webhooks tell of rooms: those of groups to their groups, listed ones to the installation."""

from gaprace.play.room import RoomState
from gaprace.play.webhooks import WebhookEvent
from gaprace.wire import RoomView

MIN_RACERS = 2
"""The least number of players whose race is told."""


def room_listed(before: RoomState | None, after: RoomState, now: int) -> WebhookEvent | None:
    """Return what is told of a room that is made (None before) or changed: that it is now open to everyone.

    Rooms for quick races are left out: they fill by themselves.
    """
    view = after.view
    was_listed = before is not None and before.view.settings.listed
    if was_listed or not view.settings.listed or view.fills_at is not None:
        return None
    return WebhookEvent("room.opened", view.code, now, is_public=True)


def race_finished(view: RoomView, now: int) -> WebhookEvent | None:
    """Return what is told of the race that ends in a room; None if it is nobody else's business, or was run alone."""
    race, is_public = view.race, view.settings.listed
    if race is None or len(race.seats) < MIN_RACERS or not (is_public or view.group):
        return None
    return WebhookEvent("race.finished", race.id, now, view.group, is_public)
