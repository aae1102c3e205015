from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gaprace.play.standings import daily_rank, race_rank
from gaprace.rules.actions import ControlAction
from gaprace.rules.board import parse_board
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.results import Result, is_played, result_of, score
from gaprace.rules.variants import VARIANTS
from tests.positions import random_game, won_board

DEAL = Deal(VARIANTS["addiction"], "0123456789", bytes(32))
STUCK = parse_board(
    "/".join(f"{row}--" for row in ("".join(f"{rank}{suit}" for rank in "32456789TJQK") for suit in "CDHS")), 13
)


def won(ms: int, moves: int = 100, shuffles: int = 0) -> Game:
    return Game(DEAL, won_board(13), 48, 1, ms, moves=moves, shuffles=shuffles, reached_ms=ms)


def unfinished(locked: int, shuffles: int = 0, reached_ms: int = 0, ms: int = 0, moves: int = 1) -> Game:
    cards = [f"{rank}C" for rank in "23456789TJQK"]
    rest = [f"{rank}{suit}" for suit in "SHD" for rank in "KQJT98765432"]
    row = [*cards[:locked], "--", *cards[locked:][::-1]]
    text = "/".join(["".join(row), *["".join(rest[at : at + 12]) + "--" for at in (0, 12, 24)]])
    return Game(DEAL, parse_board(text, 13), locked, 1, ms, moves=moves, shuffles=shuffles, reached_ms=reached_ms)


def test_a_locked_card_is_a_point_a_shuffle_costs_five_and_a_perfect_win_earns_ten() -> None:
    assert score(won(1)) == 58
    assert score(won(1, shuffles=1)) == 43
    assert score(unfinished(4)) == 4
    assert score(unfinished(0, shuffles=3)) == -15


IN_A_RACE = [
    won(1000, moves=91, shuffles=3),
    won(1001, moves=50),
    won(1001, moves=51),
    unfinished(9, reached_ms=500, shuffles=2),
    unfinished(9, reached_ms=501),
    unfinished(8, reached_ms=1),
    unfinished(0, reached_ms=900, shuffles=3),
    unfinished(9, moves=0),
]
"""Winners by time, then more locked cards, then those that were reached earlier, then the unplayed."""
ON_A_DAILY = [
    won(9000, moves=90),
    won(1000, shuffles=1),
    won(1001, moves=50, shuffles=1),
    won(1001, moves=51, shuffles=1),
    unfinished(9, ms=2000, moves=5),
    unfinished(9, ms=2001, moves=1),
    unfinished(9, ms=2001, moves=2),
    unfinished(1),
    unfinished(9, moves=0),
]
"""The score goes before the time."""


@pytest.mark.parametrize(("rank", "best_first"), [(race_rank, IN_A_RACE), (daily_rank, ON_A_DAILY)])
def test_the_best_come_first(rank: Callable[[Result], tuple[object, ...]], best_first: list[Game]) -> None:
    ranks = [rank(result_of(game)) for game in best_first]
    assert all(better < worse for better, worse in pairwise(ranks))


def test_a_game_without_a_move_is_no_result_and_all_of_them_share_the_last_rank() -> None:
    idle, shuffled = unfinished(9, moves=0), unfinished(2, moves=0, shuffles=1, reached_ms=700)
    assert not is_played(idle)
    assert is_played(unfinished(0, moves=1))
    ranks = [race_rank(result_of(game)) for game in (idle, shuffled, unfinished(0, reached_ms=10**9))]
    assert ranks[0] == ranks[1] > ranks[2]


def test_a_game_that_is_left_comes_below_all_that_were_played_to_their_end() -> None:
    far, near = replace(unfinished(9), is_resigned=True), unfinished(1)
    assert far.is_given_up
    assert race_rank(result_of(far)) > race_rank(result_of(near))


def test_giving_up_when_neither_a_move_nor_a_shuffle_is_left_loses_nothing() -> None:
    hopeless = Game(Deal(VARIANTS["strict"], DEAL.code, DEAL.secret), STUCK, STUCK.locked, 1, moves=1)
    assert hopeless.is_hopeless
    assert result_of(replace(hopeless, is_resigned=True)) == result_of(hopeless)


@given(st.integers(0, 10**6), st.integers(0, 60))
def test_giving_up_without_playing_never_beats_playing(seed: int, attempts: int) -> None:
    game = random_game(Random(seed), DEAL, attempts)
    given_up = Game.start(DEAL).after(ControlAction.RESIGN, 1)
    assert (race_rank(result_of(game)) < race_rank(result_of(given_up))) == (game.moves > 0)
