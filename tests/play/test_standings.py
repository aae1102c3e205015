from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.standings import Played, race_rank, race_standings, ranks_of, standings
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.results import Order, Result, result_of
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Seat, Standing
from tests.positions import random_game, won_board

DEAL = Deal(VARIANTS["mini"], "0123456789", bytes(32))


def won(ms: int, moves: int) -> Game:
    return Game(DEAL, won_board(7), 24, 1, ms, moves=moves, reached_ms=ms)


def played(*games: Game) -> list[Played]:
    return [Played(Seat(f"player {i}", f"game {i}"), f"name {i}", game) for i, game in enumerate(games)]


def test_equal_games_share_a_rank_and_the_next_rank_counts_them_all() -> None:
    places = race_standings(played(won(2000, 9), won(1000, 9), Game.start(DEAL), won(1000, 9)))
    assert [(place.player, place.rank) for place in places] == [
        ("player 1", 1),
        ("player 3", 1),
        ("player 0", 3),
        ("player 2", 4),
    ]


def test_a_standing_tells_all_of_a_game() -> None:
    game = Game(DEAL, won_board(7), 24, 1, 2000, moves=9, shuffles=1, reached_ms=1500)
    found = race_standings([Played(Seat("bot-3-1", "g1"), "Bot 3", game), Played(Seat("ann", "g2"), "Ann", game)])
    told = {"won": True, "locked": 24, "score": 19, "moves": 9, "shuffles": 1, "time_ms": 2000, "reached_ms": 1500}
    assert found == [
        Standing(player="bot-3-1", name="Bot 3", game="g1", rank=1, bot=3, **told),
        Standing(player="ann", name="Ann", game="g2", rank=1, bot=0, **told),
    ]


@given(st.lists(st.integers(0, 10**6), max_size=12))
def test_ranks_are_those_of_counting_who_is_better(seeds: list[int]) -> None:
    games = [random_game(Random(seed), DEAL, seed % 30) for seed in seeds]
    places = race_standings(played(*games))
    by_game = {f"game {i}": race_rank(result_of(game)) for i, game in enumerate(games)}
    for place in places:
        assert place.rank == 1 + sum(rank < by_game[place.game] for rank in by_game.values())
    assert [place.rank for place in places] == sorted(place.rank for place in places)


def a_result(won: bool, locked: int, time_ms: int, moves: int, given_up: bool) -> Result:
    return Result(won, 24 if won else locked, locked, time_ms, moves, time_ms, 0, given_up and not won)


RESULTS = st.builds(
    a_result, st.booleans(), st.integers(0, 23), st.integers(1, 10**6), st.integers(0, 3), st.booleans()
)
ORDERS: list[Order] = ["race", "daily", "duplicate"]


@given(st.dictionaries(st.sampled_from("abcdef"), RESULTS), st.sampled_from(ORDERS))
def test_in_every_order_a_rank_is_one_more_than_the_number_of_better_games(
    games: dict[str, Result], order: Order
) -> None:
    places = standings(games, order, VARIANTS["mini"])
    ranks = [place.rank for place in places]
    assert ranks == sorted(ranks)
    assert all(place.rank == 1 + sum(rank < place.rank for rank in ranks) for place in places)
    last = [place.player for place in places if not place.result.moves]
    assert [place.player for place in places][len(places) - len(last) :] == last


@given(st.dictionaries(st.sampled_from("abcdef"), RESULTS), st.sets(st.sampled_from("abcdef")))
def test_games_outside_the_field_change_no_rank_within(games: dict[str, Result], some: set[str]) -> None:
    field = {player: games[player] for player in sorted(some & games.keys())}
    for order in ORDERS:
        alone = standings(field, order, VARIANTS["mini"])
        among = standings(games, order, VARIANTS["mini"], field)
        assert {place.player: place for place in alone} == {
            place.player: place for place in among if place.player in field
        }


def test_two_wins_of_almost_the_same_time_are_level_only_by_comparison() -> None:
    games = {"ann": Result(True, 24, 34, 60_000, 20, 60_000, 0), "bob": Result(True, 24, 34, 62_000, 20, 62_000, 0)}
    assert ranks_of(games, "race") == {"ann": 1, "bob": 2}
    assert ranks_of(games, "duplicate", VARIANTS["mini"]) == {"ann": 1, "bob": 1}
