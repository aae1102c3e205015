"""When the members of a room are ready for a race, so that it starts by itself."""

from collections.abc import Collection

from gaprace.play.live import hosts
from gaprace.play.live.settings import is_solo
from gaprace.wire import PlayerId, RoomView

MIN_READY = 2
"""Number of ready members with which a race starts automatically. A player races alone only in a solo room."""


def starts_automatically(room: RoomView, present: Collection[PlayerId]) -> bool:
    """Whether no race is running and all present members are ready, enough of them, and a person among them.

    Bots are always present and ready.
    """
    if room.race and room.race.standings is None:
        return False
    there = [member for member in hosts.players_of(room) if member.bot or member.id in present]
    enough = 1 if is_solo(room.settings) else MIN_READY
    is_enough = len(there) >= enough and not all(member.bot for member in there)
    return is_enough and all(member.ready for member in there)


def has_rematch(room: RoomView, present: Collection[PlayerId]) -> bool:
    """Whether a race came before, and two people who are present have accepted a rematch, or one who races alone.

    One person can race in a solo room or against bots, which always accept.
    """
    players = hosts.players_of(room)
    people = [member for member in players if not member.bot and member.id in present]
    can_race_alone = len(people) == 1 and (is_solo(room.settings) or any(member.bot for member in players))
    return bool(room.race) and sum(member.ready for member in people) >= (1 if can_race_alone else MIN_READY)
