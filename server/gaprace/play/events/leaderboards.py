"""Leaderboards: their kinds, the places that dailies earn on them, and the keys that order them.

A key is an integer below 2^56, and a smaller one is better. Its highest bits hold what the leaderboard ranks by. The
keys of games hold everything that `play.standings.daily_rank` compares:

| bits | of a game of a daily |
| --- | --- |
| 48 | without a move: the rest is its score alone |
| 47 | not won |
| 40-46 | 63 - score |
| 12-39 | time in ms |
| 0-11 | moves |

Keys are counted by bucket (`buckets`), so that a rank is the sum of three short ranges, for a leaderboard of any
length.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import fsum
from typing import Literal, NamedTuple, cast, get_args

from gaprace.errors import Refusal, quoted
from gaprace.play.events.calendar import DAY_MS, is_date, is_month, is_week, month_dates, month_of, week_dates, week_of
from gaprace.play.events.closed_daily import THOUSAND, OwnScore
from gaprace.play.events.streaks import longest_streak
from gaprace.play.people.rating import MAX_REMEMBERED_RACES, MIN_RATED_GAMES, Pairings, Rating, after_race
from gaprace.play.standings import ranks_of
from gaprace.rules.results import Result, is_played
from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import LeaderboardKind

SHIFTS = (40, 26)
"""The bucket of a key, on each level, is the key shifted right by this many bits."""
OF_RATINGS = ("rating", "programs")
"""Kinds of leaderboards that rank by ratings: of people, of programs."""
DAILY_VARIANTS = ("addiction", "mini")
STREAK_VARIANT = "mini"
"""The variant under which leaderboards of streaks stand, which are of all dailies."""
ALL_TIME = "all"
"""The period of leaderboards over all dates."""

_HIGHEST_SCORE = 63
_SCORES = 127
_MAX_MS = (1 << 28) - 1
"""74 hours. A ranked game of a daily lasts at most 52."""
_MAX_MOVES = (1 << 12) - 1
_MAX_DAYS = (1 << 16) - 1
_HIGHEST_IMPS = 25_000
"""In thousandths."""
_DUPLICATE_SHIFT = 30
_RATING_SHIFT = 26
_RATING_BITS = 21
_HIGHEST_RATING = (1 << _RATING_BITS) - 1
"""In hundredths of a point."""


class Leaderboard(NamedTuple):
    """The name of a leaderboard: its kind, its period and its variant."""

    kind: LeaderboardKind
    period: str
    """A date for `daily`, a week such as `2026-W47` or a month for `duplicate`, else a month or `all`."""
    variant: str

    @property
    def text(self) -> str:
        """The name as text, which also is its address: `daily/2026-11-21/addiction`."""
        return "/".join(self)

    @classmethod
    def from_text(cls, text: str) -> "Leaderboard":
        """Return the leaderboard of a `text` that was stored. `parse_leaderboard` reads untrusted ones."""
        kind, period, variant = text.split("/")
        return cls(cast("LeaderboardKind", kind), period, variant)


def parse_leaderboard(kind: str, period: str, variant: str) -> Leaderboard:
    """Return the leaderboard that the parts of an address name. Raises `bad_leaderboard`."""
    kinds = {name: name for name in get_args(LeaderboardKind)}
    if kind not in kinds:
        raise Refusal("bad_leaderboard", f"{quoted(kind)} is not a leaderboard: choose one of {', '.join(kinds)}.")
    if variant not in VARIANTS:
        raise Refusal("bad_leaderboard", f"{quoted(variant)} is not a variant: choose one of {', '.join(VARIANTS)}.")
    if not _is_period(kind, period):
        raise Refusal(
            "bad_leaderboard",
            f"{quoted(period)} is not a period of the {kind} leaderboard: {_PERIODS.get(kind, _OTHERS)}.",
        )
    return Leaderboard(kinds[kind], period, STREAK_VARIANT if kind == "streak" else variant)


_PERIODS = {
    "daily": "write a date such as 2026-11-21",
    "duplicate": "write a week such as 2026-W47, or a month such as 2026-11",
    "rating": "write all",
    "programs": "write all",
}
_OTHERS = "write a month such as 2026-11, or all"


def _is_period(kind: str, period: str) -> bool:
    if kind == "daily":
        return is_date(period)
    if kind == "duplicate":
        return is_week(period) or is_month(period)
    return period == ALL_TIME or (kind not in OF_RATINGS and is_month(period))


# Keys


def buckets(key: int) -> list[tuple[int, int]]:
    """Return the buckets of a key as (level, bucket); level 0 is the coarsest."""
    return [(level, key >> shift) for level, shift in enumerate(SHIFTS)]


def daily_key(result: Result) -> int:
    """Return the key of a game of a daily. Keys have the order of `daily_rank`, ties included."""
    points = _clamped(_HIGHEST_SCORE - result.score, _SCORES)
    if not is_played(result):
        return (1 << 8 | points) << SHIFTS[0]
    first = (not result.won) << 7 | points
    return (first << 28 | _clamped(result.time_ms, _MAX_MS)) << 12 | _clamped(result.moves, _MAX_MOVES)


def count_key(count: int) -> int:
    """Return the key of a number of days; more is better."""
    return _MAX_DAYS - _clamped(count, _MAX_DAYS) << SHIFTS[0]


def duplicate_key(score: float, deals: int) -> int:
    """Return the key of a mean of duplicate scores, rounded to thousandths; ties are broken by more deals."""
    points = _clamped(_HIGHEST_IMPS - round(1000 * score), 2 * _HIGHEST_IMPS)
    return points << _DUPLICATE_SHIFT | _MAX_DAYS - _clamped(deals, _MAX_DAYS)


def deals_of(key: int) -> int:
    """Return the number of deals behind a key of `duplicate_key`."""
    return _MAX_DAYS - (key & _MAX_DAYS)


def rating_key(rating: Rating) -> int:
    """Return the key of a rating, rounded to hundredths; higher ones first, provisional ones after all others."""
    points = _HIGHEST_RATING - _clamped(round(100 * rating.value), _HIGHEST_RATING)
    return (rating.is_provisional << _RATING_BITS | points) << _RATING_SHIFT


def value_of(kind: LeaderboardKind, key: int) -> float:
    """Return the value behind a key: a score, a mean of scores, a number of days, or a rating."""
    match kind:
        case "daily":
            return _HIGHEST_SCORE - (key >> SHIFTS[0] & _SCORES)
        case "duplicate":
            return (_HIGHEST_IMPS - (key >> _DUPLICATE_SHIFT)) / 1000
        case "streak":
            return _MAX_DAYS - (key >> SHIFTS[0])
        case "rating" | "programs":
            return (_HIGHEST_RATING - (key >> _RATING_SHIFT & _HIGHEST_RATING)) / 100


def _clamped(value: int, largest: int) -> int:
    return max(0, min(value, largest))


# Places


class DailyGame(NamedTuple):
    """A player's finished ranked game of a daily."""

    date: str
    game: str
    result: Result


DailyGames = Mapping[str, Sequence[DailyGame]]
"""All ranked games of dailies that a player has ended, by variant."""


def dates_of(dailies: Iterable[Sequence[DailyGame]]) -> list[str]:
    """Return the dates of games, in ascending order and each once."""
    return sorted({game.date for games in dailies for game in games})


class Place(NamedTuple):
    """A place on a leaderboard: its key, and its game, which is the only one or the last counted one."""

    key: int
    game: str


def leaderboards_of(variant: str, date: str) -> list[Leaderboard]:
    """Return all leaderboards on which a game of a daily may earn a place when it ends."""
    periods = (month_of(date), ALL_TIME)
    return [Leaderboard("daily", date, variant), *(Leaderboard("streak", each, STREAK_VARIANT) for each in periods)]


def daily_places(variant: str, games: DailyGames, ended: str) -> dict[Leaderboard, Place]:
    """Return the places of a player that the daily of the date `ended` may have changed.

    A game without a move has a place on its date: its player has seen the cards.
    """
    month = month_of(ended)
    played = sorted(each for of_one in games.values() for each in of_one if is_played(each.result))
    of_month = [each for each in played if month_of(each.date) == month]
    daily = [Place(daily_key(each.result), each.game) for each in games.get(variant, []) if each.date == ended]
    places = {Leaderboard("daily", ended, variant): daily[0] if daily else None}
    for period, counted in ((month, of_month), (ALL_TIME, played)):
        places[Leaderboard("streak", period, STREAK_VARIANT)] = _counted(_longest_streak(counted))
    return {leaderboard: place for leaderboard, place in places.items() if place is not None}


def _counted(games: Sequence[DailyGame]) -> Place | None:
    return Place(count_key(len(games)), games[-1].game) if games else None


def _longest_streak(games: Sequence[DailyGame]) -> list[DailyGame]:
    by_date = {each.date: each for each in games}
    return [by_date[day] for day in longest_streak(list(by_date))]


# Places from an ended race

MIN_PLAYED_MS = 10_000
"""A player who gives up sooner has not played on."""


class EarnedPlace(NamedTuple):
    """A player's place on a leaderboard, by its key, with the game behind it."""

    leaderboard: Leaderboard
    player: str
    key: int
    game: str


class RatedGame(NamedTuple):
    """A ranked game that has ended."""

    player: str
    game: str
    result: Result
    kin: int = 0
    """The player's kin in the race, see `play.people.rating.kin_of`."""


def places_after_daily(player: str, variant: str, games: DailyGames, ended: str) -> list[EarnedPlace]:
    """Return the player's places that the daily of the date `ended` may have changed."""
    places = daily_places(variant, games, ended)
    return [EarnedPlace(leaderboard, player, *place) for leaderboard, place in places.items()]


def is_rated(games: Sequence[RatedGame]) -> bool:
    """Whether a race with these ranked games changes ratings: somebody has played on.

    A player who entered it and did not, whether by making no move, by leaving or by giving up, loses it to those.
    """
    return len(games) >= MIN_RATED_GAMES and any(plays_on(each.result) for each in games)


def plays_on(result: Result) -> bool:
    """Whether a game has a move and was not given up in its first seconds."""
    return is_played(result) and not (result.given_up and result.time_ms < MIN_PLAYED_MS)


def ratings_after(
    games: Sequence[RatedGame], before: Mapping[str, Rating], last_races: Mapping[str, AbstractSet[str]], ended_at: int
) -> dict[str, Rating]:
    """Return the players' ratings after a race that ended at an instant, by player; equal games tie.

    `last_races` are the ids of the players' last rated races, by player.
    """
    by_player = ranks_of({each.player: each.result for each in games}, "race")
    ranks = [by_player[each.player] for each in games]
    kin = [each.kin for each in games]
    pairings = Pairings([last_races.get(each.player, frozenset()) for each in games], kin)
    after = after_race([before[each.player] for each in games], ranks, pairings, ended_at // DAY_MS)
    return {each.player: rating for each, rating in zip(games, after, strict=True)}


class EndedRace(NamedTuple):
    """A race that has ended, with its ranked games as they count now."""

    id: str
    ended_at: int
    games: Sequence[RatedGame]


def ratings_anew(
    races: Sequence[EndedRace], before: Mapping[str, Rating], last_races: Mapping[str, Sequence[str]]
) -> list[dict[str, Rating]]:
    """Return the ratings after each of successive races, by player, from those before the first one.

    `last_races` are the ids of the players' last rated races before, in their order.
    """
    now, histories = dict(before), list[dict[str, Rating]]()
    met = {player: [*ids] for player, ids in last_races.items()}
    for race in races:
        if not is_rated(race.games):
            histories.append({})
            continue
        known = {each.player: {*met.get(each.player, [])[-MAX_REMEMBERED_RACES:]} for each in race.games}
        after = ratings_after(race.games, now, known, race.ended_at)
        now |= after
        for player in after:
            met.setdefault(player, []).append(race.id)
        histories.append(after)
    return histories


def places_after_race(
    variant: str,
    games: Sequence[RatedGame],
    ratings: Mapping[str, Rating],
    kind: Literal["rating", "programs"] = "rating",
) -> list[EarnedPlace]:
    """Return the players' places on the leaderboard of ratings, or the programs' on theirs."""
    leaderboard = Leaderboard(kind, ALL_TIME, variant)
    return [
        EarnedPlace(leaderboard, each.player, rating_key(ratings[each.player]), each.game)
        for each in games
        if ratings[each.player].races
    ]


# Weeks, months and seasons: means of the scores of dailies
#
# Means of comparisons order players by skill; sums order them by the number of games, and maxima by luck. A mean of few
# deals is also mostly luck, so it needs a minimum of deals, and is shrunk towards the middle of the field, which is 0:
# as if `PRIOR_DEALS` more deals had scored 0. That is the posterior mean of a player's true score if the variance of a
# single deal is `PRIOR_DEALS` times that between players; source: B. Efron and C. Morris, "Stein's Paradox in
# Statistics", Scientific American 236 (1977). `tests/score_simulation.py` measures how well both order players.


WEEK_DEALS = 5
"""A week counts the best five of its seven deals."""
MIN_WEEK_DEALS = 3
MIN_MONTH_DEALS = 5
"""The least number of deals for a place in a week, and in a month or a season."""
PRIOR_DEALS = 2


def week_score(scores: Sequence[float]) -> float | None:
    """Return the mean of the best five scores of a week, or of fewer; None for less than `MIN_WEEK_DEALS`."""
    best = sorted(scores)[-WEEK_DEALS:]
    return fsum(best) / len(best) if len(scores) >= MIN_WEEK_DEALS else None


def season_score(scores: Sequence[float], min_deals: int = MIN_MONTH_DEALS) -> float | None:
    """Return the mean of the scores of a month or a season, drawn to 0; None for less than `min_deals`."""
    return fsum(scores) / (len(scores) + PRIOR_DEALS) if len(scores) >= min_deals else None


def score_leaderboards(variant: str, date: str) -> tuple[Leaderboard, Leaderboard]:
    """Return the leaderboards of the week and of the month of a date."""
    return Leaderboard("duplicate", week_of(date), variant), Leaderboard("duplicate", month_of(date), variant)


def counted_dates(date: str) -> tuple[str, str]:
    """Return the first and the last date whose scores count on one of the leaderboards of a date."""
    (monday, sunday), (first, last) = week_dates(date), month_dates(date)
    return min(monday, first), max(sunday, last)


def score_places(variant: str, date: str, scores: Sequence[OwnScore]) -> dict[Leaderboard, Place | None]:
    """Return a player's places of the week and of the month of a date, by the scores of `counted_dates`, by date."""
    week, month = score_leaderboards(variant, date)
    of_week, of_month = (
        [each for each in scores if first <= each.date <= last] for first, last in (week_dates(date), month_dates(date))
    )
    return {
        week: _place(of_week, week_score(_imps(of_week))),
        month: _place(of_month, season_score(_imps(of_month))),
    }


def _imps(scores: Sequence[OwnScore]) -> list[float]:
    return [each.score / THOUSAND for each in scores]


def _place(scores: Sequence[OwnScore], score: float | None) -> Place | None:
    return None if score is None else Place(duplicate_key(score, len(scores)), scores[-1].game)
