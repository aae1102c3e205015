"""The choice of the race for television: the most interesting running race, else the closest recent one. Pure."""

from collections.abc import Iterable

from gaprace.play.live.settings import is_solo
from gaprace.play.standings import race_rank
from gaprace.rules.results import Result, is_played
from gaprace.wire import PlayerId, RaceView, RoomCode, RoomView

MIN_LEFT_MS = 20_000
"""A race that ends sooner, as spectators see it, is not worth beginning to watch."""

Gap = tuple[int, int]
"""How close a race was: by how many cards and by how many ms the first was ahead of the second. Less is closer."""


def live_race(rooms: Iterable[RoomView], viewer: PlayerId | None, now: int) -> RoomCode | None:
    """Return the room of the most interesting race that a viewer may watch now; None if there is none.

    Races of people come first, then ranked races, then races with more players, then the ones nearer their end.
    """
    running = [(room, room.race) for room in rooms if room.race and _can_be_watched(room, room.race, viewer, now)]
    best = max(running, key=lambda each: _interest(*each), default=None)
    return best[0].code if best else None


def gap_of(results: Iterable[Result]) -> Gap | None:
    """Return the closeness of a race with these results; None if fewer than two have played."""
    played = sorted(filter(is_played, results), key=race_rank)
    if len(played) < 2:  # noqa: PLR2004  # the first and the second
        return None
    first, second = played[:2]
    if first.won and second.won:
        return 0, second.time_ms - first.time_ms
    return first.locked - second.locked, abs(second.reached_ms - first.reached_ms)


def _is_open(room: RoomView) -> bool:
    """Whether a room's race may be shown: not a solo game, and not on a sealed deal."""
    return not is_solo(room.settings) and room.event is None


def _can_be_watched(room: RoomView, race: RaceView, viewer: PlayerId | None, now: int) -> bool:
    ends_at = None if race.ends_at is None else race.ends_at + 1000 * race.spectator_delay_s
    is_worth_it = race.standings is None and (ends_at is None or ends_at - now >= MIN_LEFT_MS)
    plays = any(seat.player == viewer for seat in race.seats)
    return _is_open(room) and is_worth_it and len(race.seats) > 1 and not plays


def _interest(room: RoomView, race: RaceView) -> tuple[int, bool, int, int]:
    bots = {member.id for member in room.members if member.bot}
    people = sum(seat.player not in bots for seat in race.seats)
    return people, race.ranked, len(race.seats), -race.starts_at
