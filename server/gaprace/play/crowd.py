"""Large rooms: the common excerpt for everyone, and the part for a single member. Pure.

Sending every event to everyone would grow with the square of the room's size. In a large room, `room` is an excerpt
that is the same for all, each member receives its own place, and other members are found by a search for their names.
"""

from collections.abc import Container
from functools import cached_property

from msgspec.structs import replace

from gaprace.wire import (
    MAX_LISTED,
    SMALL_ROOM,
    Browse,
    Crowd,
    Listed,
    Member,
    Own,
    PlayerId,
    RaceView,
    Reveal,
    RoomView,
    Seat,
    Series,
    Standing,
)


def is_large(room: RoomView, small: int = SMALL_ROOM) -> bool:
    """Whether a room has more seats, members or games than a `small` one."""
    games = len(room.race.seats) if room.race else 0
    return max(room.settings.seats, len(room.members), games) > small


class Roster:
    """One version of a large room, by player."""

    def __init__(self, room: RoomView) -> None:
        self.room = room
        self.names = {seat.game: seat.name for seat in room.race.seats} if room.race else {}
        """The players' names at the start, by game."""
        self._members = {member.id: member for member in room.members}
        self._seats: dict[PlayerId, Seat] = {seat.player: seat for seat in room.race.seats} if room.race else {}
        standings = (room.race.standings if room.race else None) or []
        self._standings: dict[PlayerId, Standing] = {each.player: each for each in standings}

    def own(self, player: PlayerId) -> Own:
        """Return the place of a player."""
        return Own(self._members.get(player), self._seats.get(player), self._standings.get(player))

    def excerpt(self, present: Container[PlayerId]) -> RoomView:
        """Return the excerpt for everyone; `present` are the connected players."""
        there = sum(player in present for player in self._members)
        return replace(self._excerpt, crowd=replace(self._crowd, present=there))

    @cached_property
    def _excerpt(self) -> RoomView:
        room = self.room
        return replace(
            room,
            members=[member for member in room.members if _is_known_to_all(room, member)][:MAX_LISTED],
            race=room.race and excerpt_of_race(room.race),
            series=room.series and _excerpt_of_series(room.series),
            expected_s={},
        )

    @cached_property
    def _crowd(self) -> Crowd:
        return Crowd(len(self._members), sum(member.ready for member in self.room.members), 0, len(self._seats))

    def listed(self, browse: Browse, present: Container[PlayerId]) -> Listed:
        """Return the requested members."""
        text = browse.text.casefold()
        found = [member for member in self.room.members if text in member.name.casefold()]
        page = found[browse.offset : browse.offset + MAX_LISTED]
        seats = [self._seats[member.id] for member in page if member.id in self._seats]
        there = [member.id for member in page if member.id in present]
        return Listed(browse.text, browse.offset, len(found), page, there, seats)


def is_quiet(before: RoomView, after: RoomView) -> bool:
    """Whether two excerpts differ only in joins and ready votes, which need no immediate reaction."""
    return _without_bustle(before) == _without_bustle(after)


def _without_bustle(excerpt: RoomView) -> RoomView:
    members = [replace(member, ready=False) for member in excerpt.members]
    return replace(excerpt, version=0, seeds=0, members=members, crowd=None)


def excerpt_of_race(race: RaceView) -> RaceView:
    """Return a race without its seats, and with its best results."""
    return replace(race, seats=[], standings=best_of(race.standings), reveal=excerpt_of_reveal(race.reveal))


def best_of(standings: list[Standing] | None) -> list[Standing] | None:
    """Return the first results; None while there are none."""
    return None if standings is None else standings[:MAX_LISTED]


def excerpt_of_reveal(reveal: Reveal | None) -> Reveal | None:
    """Return a proof that is short enough for everyone; None if it has very many seeds (the page has it)."""
    return reveal if reveal and len(reveal.seeds) <= MAX_LISTED else None


def _is_known_to_all(room: RoomView, member: Member) -> bool:
    return member.id == room.host or member.cohost or member.sits_out


def _excerpt_of_series(series: Series) -> Series:
    return replace(series, scores=series.scores[:MAX_LISTED])
