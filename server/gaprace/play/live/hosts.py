"""The host and the co-hosts of a room: permissions, succession, and the members who play. Pure.

| role | may |
| --- | --- |
| host | everything: also appoint co-hosts, and remove and mute them |
| co-host | change the settings, start races, add bots, remove and mute members who are neither host nor co-host |

Both can sit out: then they hold no seat, play in no race, and see boards with the delay of spectators.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from gaprace.errors import Refusal
from gaprace.play.live.settings import is_solo
from gaprace.wire import Member, PlayerId, RoomView, Settings

MAX_SITTING_OUT = 8
"""Members of a room who sit out."""
HOST_GRACE_MS = 30_000
"""How long a host may be disconnected before another member hosts."""


def players_of(room: RoomView) -> list[Member]:
    """Return the members who hold a seat: those who do not sit out."""
    return [member for member in room.members if not member.sits_out]


def runs(room: RoomView, player: PlayerId) -> bool:
    """Whether a player is the host or a co-host."""
    return room.host == player or any(member.id == player and member.cohost for member in room.members)


def refuse_unless_runs(room: RoomView, player: PlayerId) -> None:
    """Refuse a player who is neither host nor co-host. Raises `not_host`."""
    if not runs(room, player):
        raise Refusal("not_host", "Only the host and the co-hosts can do this.")


def refuse_unless_over(room: RoomView, player: PlayerId, other: PlayerId) -> None:
    """Refuse to remove or mute the host, or a co-host unless the player is the host. Raises `not_host`."""
    refuse_unless_runs(room, player)
    if player not in {room.host, other} and runs(room, other):
        raise Refusal("not_host", "Only the host can do this to a co-host, and nobody to the host.")


def refuse_cohost(room: RoomView, player: PlayerId, member: Member) -> None:
    """Refuse to appoint or dismiss a co-host: only the host can do it, with another person.

    Raises `not_host`, `bad_role`.
    """
    if room.host != player:
        raise Refusal("not_host", "Only the host can do this.")
    if member.bot or member.id == player:
        raise Refusal("bad_role", "A co-host is another person in the room, not the host or a bot.")


def refuse_seat_change(room: RoomView, player: PlayerId, *, out: bool) -> None:
    """Refuse to let a player give up the seat and stay, or take a seat again. Raises `fixed_room`, `room_full`."""
    if not out:
        refuse_full(room)
        return
    refuse_unless_runs(room, player)
    if is_solo(room.settings) or room.fills_at is not None:
        raise Refusal("fixed_room", "In this room the host plays. Create your own room for others to race in.")
    if len(room.members) - len(players_of(room)) >= MAX_SITTING_OUT:
        raise Refusal("room_full", f"{MAX_SITTING_OUT} members sit out already. Watch the room instead.")


def is_full(room: RoomView) -> bool:
    """Whether all seats are taken."""
    return len(players_of(room)) >= room.settings.seats


def refuse_full(room: RoomView) -> None:
    """Refuse another player if all seats are taken. Raises `room_full`."""
    if is_full(room):
        raise Refusal("room_full", f"All {room.settings.seats} seats are taken. Allow more players, or remove one.")


def refuse_too_few_seats(room: RoomView, settings: Settings) -> None:
    """Refuse settings with fewer seats than players, and those of a solo room if somebody sits out.

    Raises `bad_settings`.
    """
    players = players_of(room)
    if settings.seats < len(players):
        raise Refusal(
            "bad_settings", f"{len(players)} players are in this room. Allow at least that many, or remove some first."
        )
    if is_solo(settings) and len(players) < len(room.members):
        raise Refusal("bad_settings", "Somebody sits out, which nobody can do in a solo room: take a seat first.")


def next_host(room: RoomView, present: Collection[PlayerId]) -> PlayerId | None:
    """Return the member who becomes host: a person who is connected, a co-host first; None if there is no other person.

    If no other person is connected, it is one who is not.
    """
    others = [member for member in room.members if member.id != room.host and not member.bot]
    best = min(others, key=lambda member: (member.id not in present, not member.cohost), default=None)
    return best.id if best else None


def with_roles(members: Sequence[Member], host: PlayerId | None, *, cohost: PlayerId | None = None) -> list[Member]:
    """Return the members with this host, who is no longer a co-host, and with another co-host, if given."""
    return [replace(member, cohost=member.id != host and (member.cohost or member.id == cohost)) for member in members]
