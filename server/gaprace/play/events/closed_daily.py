"""A closed daily: the duplicate score of each game in the world's field, the players' strengths, the difficulty."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gaprace.play.events.calendar import day_number
from gaprace.play.events.duplicate import Field
from gaprace.play.events.strength import UNPLAYED_DEAL, Attempted, Estimate, Estimated, estimating, later, performance
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS

THOUSAND = 1000
"""Scores are stored in thousandths of an IMP."""


class KnownStrength(NamedTuple):
    """A player's strength after the daily of a date."""

    date: str
    strength: Estimate


class EnteredGame(NamedTuple):
    """A game in the field of a daily: ranked, ended with a move, and not left out of the ranks."""

    player: str
    game: str
    result: Result
    last: KnownStrength | None = None
    """The player's strength after the last daily before; None for a newcomer."""


class DailyScore(NamedTuple):
    """The score of a game on a daily."""

    player: str
    game: str
    score: int
    """The mean of its IMPs against all others, in thousandths."""
    performance: float
    """The strength that it shows."""
    strength: float
    error: float
    """The player's strength after it, and its standard deviation."""


class ClosedDaily(NamedTuple):
    """The scores of a daily, in the order of its games, and its difficulty for people."""

    scores: list[DailyScore]
    difficulty: Estimate = UNPLAYED_DEAL


class OwnScore(NamedTuple):
    """One of a player's scores."""

    date: str
    score: int
    game: str


def scoring(variant_name: str, date: str, games: Sequence[EnteredGame]) -> Iterator[ClosedDaily | None]:
    """Yield None during the computation of a daily's scores and strengths, and the closed daily at the end."""
    variant = VARIANTS[variant_name]
    field = Field([each.result for each in games], variant)
    scores = list[int]()
    for each in games:
        scores.append(round(THOUSAND * field.score(each.result)))
        yield None
    estimated = Estimated(UNPLAYED_DEAL, [])
    for found in estimating([Attempted(each.result, _before(each, date)) for each in games], variant):
        estimated = found or estimated
        yield None
    difficulty = estimated.difficulty
    yield ClosedDaily(
        [
            DailyScore(
                each.player, each.game, score, round(performance(each.result, difficulty.value, variant), 1), *strength
            )
            for each, score, strength in zip(games, scores, estimated.strengths, strict=True)
        ],
        difficulty,
    )


def _before(entered: EnteredGame, date: str) -> Estimate:
    if entered.last is None:
        return Estimate()
    return later(entered.last.strength, day_number(date) - day_number(entered.last.date))
