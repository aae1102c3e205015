from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.standings import Played, standings
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.ranking import race_rank
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Seat, Standing
from tests.positions import random_game, won_board

DEAL = Deal(VARIANTS["mini"], "0123456789", bytes(32))


def won(ms: int, moves: int) -> Game:
    return Game(DEAL, won_board(7), 24, 1, ms, moves=moves, reached_ms=ms)


def played(*games: Game) -> list[Played]:
    return [Played(Seat(f"player {i}", f"game {i}"), f"name {i}", game) for i, game in enumerate(games)]


def test_equal_games_share_a_rank_and_the_next_rank_counts_them_all() -> None:
    places = standings(played(won(2000, 9), won(1000, 9), Game.start(DEAL), won(1000, 9)))
    assert [(place.player, place.rank) for place in places] == [
        ("player 1", 1),
        ("player 3", 1),
        ("player 0", 3),
        ("player 2", 4),
    ]


def test_a_standing_tells_all_of_a_game() -> None:
    game = Game(DEAL, won_board(7), 24, 1, 2000, moves=9, shuffles=1, reached_ms=1500)
    assert standings([Played(Seat("bot-3-1", "g1"), "Bot 3", game), Played(Seat("ann", "g2"), "Ann", game)]) == [
        Standing("bot-3-1", "Bot 3", "g1", 1, True, 24, 19, 9, 1, 2000, 1500, bot=3),
        Standing("ann", "Ann", "g2", 1, True, 24, 19, 9, 1, 2000, 1500, bot=0),
    ]


@given(st.lists(st.integers(0, 10**6), max_size=12))
def test_ranks_are_those_of_counting_who_is_better(seeds: list[int]) -> None:
    games = [random_game(Random(seed), DEAL, seed % 30) for seed in seeds]
    places = standings(played(*games))
    by_game = {f"game {i}": race_rank(game) for i, game in enumerate(games)}
    for place in places:
        assert place.rank == 1 + sum(rank < by_game[place.game] for rank in by_game.values())
    assert [place.rank for place in places] == sorted(place.rank for place in places)
