"""Predictions of the winner by the audience: their deadline and their points. Pure.

A correct prediction earns its surprise in tenths of a bit, `10 * log2(1 / share)`: the logarithmic score (Good 1952) of
the share of the audience with the same prediction, smoothed by Laplace's rule of succession, so that the first
prediction is not worth too much. Before the start it counts in full; after that less, down to half at the close. A
wrong prediction earns nothing and costs nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from math import log2

from gaprace.play.hosts import players_of
from gaprace.wire import PlayerId, RaceView, RoomView, Standing

PREDICTION_WINDOW_MS = 60_000
"""How long after the start, as spectators see it, predictions are taken."""
POINTS_PER_BIT = 10
MIN_CANDIDATES = 2


def predicted_race(room: RoomView) -> int:
    """Return the number of the race that can be predicted: the current one or, when it is over, the next."""
    race = room.race
    return 1 if race is None else race.number if race.standings is None else race.number + 1


def candidates(room: RoomView) -> list[PlayerId]:
    """Return the players who may win that race: those of the current one, or all who hold a seat."""
    race = room.race
    if race is None or race.standings is not None:
        return [member.id for member in players_of(room)]
    return [seat.player for seat in race.seats]


def closes_at(race: RaceView | None) -> int | None:
    """Return the end of predictions for a race (ms since 1970); None while it is not announced."""
    if race is None or race.standings is not None:
        return None
    return race.starts_at + 1000 * race.spectator_delay_s + PREDICTION_WINDOW_MS


def may_predict(room: RoomView, player: PlayerId, now: int) -> bool:
    """Whether a prediction is possible now: there are several players, and the deadline has not passed."""
    until = closes_at(room.race)
    among = candidates(room)
    return player in among and len(among) >= MIN_CANDIDATES and (until is None or now < until)


def worth(tally: Mapping[PlayerId, int], among: Collection[PlayerId], player: PlayerId, earliness: float) -> int:
    """Return the points for predicting `player`, at least 1.

    `tally`: the other predictions by player. `earliness`: 1 before the start, 0 at the close.
    """
    share = (tally.get(player, 0) + 1) / (sum(tally.values()) + len(among))
    return max(1, round(POINTS_PER_BIT * -log2(share) * (1 + earliness) / 2))


def earliness(race: RaceView | None, now: int) -> float:
    """Return how early a prediction is: 1 before the start as spectators see it, 0 at the close."""
    until = closes_at(race)
    return 1.0 if until is None else max(0.0, min(1.0, (until - now) / PREDICTION_WINDOW_MS))


def winners(standings: Sequence[Standing]) -> list[PlayerId]:
    """Return the players who have won a race: the first, if they have made a move."""
    return [each.player for each in standings if each.rank == 1 and each.moves]
