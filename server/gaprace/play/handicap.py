"""Handicaps: in a room of friends, faster players start later, by a delay computed from past races. Pure.

As in a pursuit race in sailing, the slowest player starts first, and the others later by the difference of their
expected times. The clock of the race runs from its start for all players, and results are compared by it, so the finish
should be close. Source: Royal Yachting Association, Portsmouth Yardstick Scheme, pursuit races: the start times follow
from the ratio of the yardsticks and the length of the race.

A yardstick is the mean of past results. In each race of the room, all pairs of players are compared by their own
times, which count from their own starts: by the logarithm of the ratio of the times if both have won, otherwise by the
locked cards on the scale of duplicate scores (`play.duplicate`), and at most as twice as fast. With a player's
mean lead m over n such races, and the geometric mean T of the times that all have played, the expected time is

    T * exp(-m * n / (n + `UNKNOWN_RACES`))

so one race has little weight, and many races have nearly full weight. For two players with constant times, the head
start approaches the difference of these times from below. It is `MAX_HEAD_START_S` at most, in whole seconds.
"""

from collections.abc import Collection, Mapping, Sequence
from math import exp, log
from typing import NamedTuple

from gaprace.play.duplicate import DECK_POINTS, TIME_POINTS
from gaprace.rules.board import ROWS
from gaprace.rules.variants import Variant
from gaprace.wire import PlayerId, Seat, Standing, Wire

UNKNOWN_RACES = 2
"""Races without a difference that are added to a player's mean."""
MAX_LEAD = log(2)
"""The most by which one game is better than another: twice as fast."""
MAX_HEAD_START_S = 120
MIN_FIELD = 2
MIN_TIME_MS = 1_000
MAX_FORMS = 50
"""Players whose past races a room knows: those who have raced last."""
_THOUSAND = 1000


class Form(Wire, frozen=True):
    """The past races of a player in a room: sums, in thousandths of a natural logarithm."""

    races: int = 0
    """Number of races in which the player and a rival made a move."""
    lead: int = 0
    """By how much the player was faster than the mean of the field, oneself included."""
    time: int = 0
    """The time (ms) of the player's games, on the own clock."""


class _Game(NamedTuple):
    """A game on its player's own clock."""

    player: PlayerId
    won: bool
    locked: int
    ms: int
    """When its last action was received, and `MIN_TIME_MS` at least."""


def forms_after(
    before: Mapping[PlayerId, Form], standings: Sequence[Standing], seats: Sequence[Seat], variant: Variant
) -> dict[PlayerId, Form]:
    """Return the forms after one more race, whose seats have the delays of the starts; the latest racers last."""
    waits = {seat.player: seat.waits_ms for seat in seats}
    games = [_game(each, waits.get(each.player, 0)) for each in standings if each.moves]
    forms = dict(before)
    if len(games) >= MIN_FIELD:
        for game in games:
            form = forms.pop(game.player, Form())
            lead = sum(_lead(game, other, variant) for other in games) / len(games)
            forms[game.player] = Form(
                form.races + 1, form.lead + round(_THOUSAND * lead), form.time + round(_THOUSAND * log(game.ms))
            )
    return dict([*forms.items()][-MAX_FORMS:])


def expected_times(forms: Mapping[PlayerId, Form], players: Collection[PlayerId]) -> dict[PlayerId, int]:
    """Return the expected time of each player in seconds; empty if fewer than two have raced here.

    Players without a race count as the slowest, so they start first.
    """
    known = {player: forms[player] for player in players if player in forms}
    if len(known) < MIN_FIELD:
        return {}
    mean_s = exp(sum(form.time for form in known.values()) / sum(form.races for form in known.values()) / _THOUSAND)
    mean_s /= _THOUSAND
    times = {player: _bounded(mean_s * exp(-_mean_lead(form)), mean_s) for player, form in known.items()}
    slowest = max(times.values())
    return {player: times.get(player, slowest) for player in players}


def waits_of(expected: Mapping[PlayerId, int], players: Collection[PlayerId]) -> dict[PlayerId, int]:
    """Return the delays of the players' starts in ms, from their expected times (s)."""
    slowest = max((expected[player] for player in players if player in expected), default=0)
    return {player: _THOUSAND * (slowest - expected.get(player, slowest)) for player in players}


def _game(standing: Standing, waits_ms: int) -> _Game:
    return _Game(standing.player, standing.won, standing.locked, max(MIN_TIME_MS, standing.time_ms - waits_ms))


def _lead(one: _Game, other: _Game, variant: Variant) -> float:
    if one.won and other.won:
        lead = log(other.ms / one.ms)
    else:
        cards = ROWS * (variant.columns - 1)
        lead = DECK_POINTS * (one.locked - other.locked) / cards / TIME_POINTS
    return max(-MAX_LEAD, min(MAX_LEAD, lead))


def _mean_lead(form: Form) -> float:
    return form.lead / _THOUSAND / (form.races + UNKNOWN_RACES)


def _bounded(seconds: float, mean_s: float) -> int:
    half = MAX_HEAD_START_S / 2
    return round(mean_s + max(-half, min(half, seconds - mean_s)))
