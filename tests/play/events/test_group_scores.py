"""Scores within a group, recomputed by hand from pairs of games."""

from random import Random
from typing import NamedTuple

from gaprace.play.events.duplicate import imps
from gaprace.play.events.group_scores import (
    MIN_SEASON_DEALS,
    SeasonPlace,
    day_scores,
    member_places,
    scoring_days,
    season_places,
    season_scores,
    world_means,
)
from gaprace.play.events.leaderboards import PRIOR_DEALS
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS

MINI = VARIANTS["mini"]
CARDS = 24


class Game(NamedTuple):
    player: str
    result: Result
    against_world: int | None = None
    variant: str = "mini"


def a_game(player: str, *, locked: int = 10, time_ms: int = 60_000) -> Game:
    return Game(player, Result(locked == CARDS, locked, locked, time_ms, 20, time_ms, 0))


def season_table(dailies: list[list[Game]]) -> list[SeasonPlace]:
    steps = [*scoring_days({f"day {n}": games for n, games in enumerate(dailies)})]
    assert len(steps) == 1 + len(dailies)
    days = [*steps[-1].values()]
    scores = season_scores(days)
    assert season_scores(days[2:], season_scores(days[:2])) == scores  # however they are divided
    return season_places(scores.among_members)


def test_scores_that_more_are_added_to_stay_as_they_are() -> None:
    known = season_scores([day_scores([a_game("ann"), a_game("bob", locked=9)])])
    before = {player: [*of] for player, of in known.among_members.items()}
    season_scores([day_scores([a_game("ann"), a_game("cho")])], known)
    assert {player: [*of] for player, of in known.among_members.items()} == before


def naive(games: list[Game]) -> dict[str, float]:
    """The mean of the IMPs of each game against each other one."""
    return {
        each.player: sum(imps(each.result, other.result, MINI) for other in games if other is not each)
        / max(1, len(games) - 1)
        for each in games
    }


def some_dailies(seed: int, count: int) -> list[list[Game]]:
    random = Random(seed)
    players = ["ann", "bob", "cho", "dee", "eve"]
    return [
        [
            a_game(player, locked=random.choice([8, 12, CARDS]), time_ms=random.randrange(30_000, 90_000))
            for player in random.sample(players, random.randrange(1, 6))
        ]
        for _ in range(count)
    ]


def test_a_daily_is_ranked_by_the_mean_of_comparisons_with_all_others() -> None:
    for seed in range(30):
        for games in some_dailies(seed, 3):
            found, expected = member_places(games), naive(games)
            scores = {place.player: place.imps or 0 for place in found}
            assert {player: round(score, 9) for player, score in scores.items()} == {
                player: round(score, 9) for player, score in expected.items()
            }
            for place in found:
                assert place.rank == 1 + sum(other > scores[place.player] for other in scores.values())
            assert [place.rank for place in found] == sorted(place.rank for place in found)


def test_equal_games_share_a_rank() -> None:
    games = [a_game("bob"), a_game("ann"), a_game("cho", locked=3)]
    assert [(place.rank, place.player) for place in member_places(games)] == [(1, "ann"), (1, "bob"), (3, "cho")]


def test_a_season_is_the_mean_of_its_dailies_drawn_to_the_middle() -> None:
    for seed in range(10):
        dailies = some_dailies(seed, 12)
        scores: dict[str, list[float]] = {}
        for games in dailies:
            for player, score in naive(games).items() if len(games) > 1 else ():
                scores.setdefault(player, []).append(score)
        for place in season_table(dailies):
            own = scores[place.player]
            assert place.deals == len(own)
            if len(own) < MIN_SEASON_DEALS:
                assert (place.rank, place.score) == (None, None)
            else:
                assert place.score is not None
                assert abs(place.score - sum(own) / (len(own) + PRIOR_DEALS)) < 1e-9


def test_who_played_too_little_stands_at_the_end_without_a_rank() -> None:
    often = [[a_game("ann", locked=12), a_game("bob")] for _ in range(MIN_SEASON_DEALS)]
    table = season_table([*often, [a_game("ann"), a_game("cho", locked=3)]])
    assert [(each.rank, each.player, each.deals) for each in table] == [
        (1, "ann", MIN_SEASON_DEALS + 1),
        (2, "bob", MIN_SEASON_DEALS),
        (None, "cho", 1),
    ]


def test_a_daily_that_nobody_else_has_played_does_not_count() -> None:
    assert season_table([[a_game("ann", locked=CARDS)]] * 9) == []


def test_a_season_in_the_world_is_the_mean_of_its_scores_drawn_to_the_middle() -> None:
    scores = {"ann": [1_000 * n for n in range(MIN_SEASON_DEALS)], "bob": [9_000] * (MIN_SEASON_DEALS - 1)}
    total = 1_000 * MIN_SEASON_DEALS * (MIN_SEASON_DEALS - 1) // 2
    assert world_means(scores) == {"ann": round(total / (MIN_SEASON_DEALS + PRIOR_DEALS))}
