"""Quick rooms, for players who want to race now; recorded games and bots take the seats that remain free.

A quick room is listed, has fixed settings, and waits until `fills_at`. After its first race, it is an ordinary room.
"""

from collections.abc import Collection, Sequence

from gaprace.play.live.bots import RECORDED
from gaprace.play.live.rivals import RivalGame, rivals_for
from gaprace.play.live.room import RoomState
from gaprace.play.live.settings import checked, why_unranked
from gaprace.wire import BotLevel, PlayerId, RoomView, Settings, VariantChoice

QUICK_WAIT_MS = 8_000
"""How long the first player of a quick room waits at the most: with the countdown, the race starts within 12 s."""
MIN_WAIT_MS = 1_000
"""A room that begins sooner than this takes no more players: they could be too late."""
QUICK_SEATS = 4
NEAR_POINTS = 100
"""A room first waits for players within these rating points of its mean, and each second for as many more."""
MANY_ARRIVALS = 3 * QUICK_SEATS
"""Only where so many have come within `QUICK_WAIT_MS` are there players of one's own strength to wait for."""
LIMIT_MINUTES = 10
BOT_LEVELS: tuple[BotLevel, ...] = (2, 3, 1, 2)
"""The levels of the bots, by seat: some to beat, some to chase."""


def quick_settings(variant: str) -> Settings:
    """Return the settings of the quick rooms of a variant."""
    choice = VariantChoice(variant)
    return checked(Settings(choice, seats=QUICK_SEATS, limit_minutes=LIMIT_MINUTES, listed=True))


def waits_for(room: RoomState, player: PlayerId, settings: Settings, now: int) -> bool:
    """Whether a player can come into a room that waits with these settings."""
    view = room.view
    if view.fills_at is None or view.fills_at < now + MIN_WAIT_MS or view.settings != settings:
        return False
    has_seat = len(view.members) < QUICK_SEATS or room.member(player) is not None
    return has_seat and player not in room.kicked


def is_near(room: RoomState, rating: float, now: int) -> bool:
    """Whether a player is of about the strength of a room that waits: the longer it has waited, the less so."""
    waited_s = (QUICK_WAIT_MS - ((room.view.fills_at or now) - now)) / 1000
    return distance(room, rating) <= NEAR_POINTS * (1 + waited_s)


def distance(room: RoomState, rating: float) -> float:
    """Return by how many rating points a player is above or below the mean of a room."""
    ratings = [each.rating for each in room.view.members if each.rating is not None]
    return abs(sum(ratings) / len(ratings) - rating) if ratings else 0.0


def is_complete(room: RoomState, present: Collection[PlayerId]) -> bool:
    """Whether the race of a quick room that waits can begin early: all its seats are taken, by connected players."""
    members = room.view.members
    return (
        room.view.fills_at is not None and len(members) == QUICK_SEATS and {each.id for each in members} <= {*present}
    )


def seats_to_fill(room: RoomState) -> int:
    """Return how many seats the server fills before the next race: in a quick room, or of recorded rivals."""
    if room.view.fills_at is not None:
        return max(0, QUICK_SEATS - len(room.view.members))
    return sum(member.bot == RECORDED for member in room.view.members)


def takes_rivals(room: RoomView) -> bool:
    """Whether the next race may be on the deal of recorded games: by the usual rules, with no other deal chosen."""
    return why_unranked(room) is None and not room.settings.certified


def filled(room: RoomState, found: Sequence[RivalGame]) -> RoomState:
    """Fill the free seats with recorded games, and those that remain with bots."""
    seats = seats_to_fill(room)
    number = room.view.race.number + 1 if room.view.race else 1
    seated = room.with_rivals(rivals_for(found, number))
    levels = BOT_LEVELS[-(seats - len(found)) :] if len(found) < seats else ()
    return seated.with_bots(levels) if levels else seated
