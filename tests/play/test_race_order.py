"""The order of a large race: at every instant that of the standings, were the race over now."""

from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.race_order import Order, RaceOrders, Shown
from gaprace.play.standings import Played, standings
from gaprace.rules.actions import ControlAction
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Row, Seat, Standing

DEAL = Deal(VARIANTS["mini"], "0123456789", bytes(32))
OPENING = Game.start(DEAL)


@dataclass
class OneGame:
    """A game of a race, which is committed and then published."""

    seat: Seat
    committed: Game = OPENING
    published: Game = OPENING
    has_ended: bool = False
    is_end_published: bool = False
    is_hinted: bool = False


def one_games(count: int) -> list[OneGame]:
    return [OneGame(Seat(f"player {i}", f"game {i}")) for i in range(count)]


def names_of(games: list[OneGame]) -> dict[str, str]:
    return {each.seat.game: each.seat.player.upper() for each in games}


def summary(place: Row | Standing) -> tuple[object, ...]:
    reached_ms = place.reached_ms
    return place.rank, place.player, place.name, place.game, place.won, place.locked, place.moves, reached_ms


def final(games: list[OneGame], shown: Shown) -> list[Standing]:
    names = names_of(games)
    return standings([Played(each.seat, names[each.seat.game], shown.game(each)) for each in games])


def check(order: Order, games: list[OneGame], shown: Shown) -> None:
    order.refresh()
    names, expected = names_of(games), [summary(each) for each in final(games, shown)]
    assert [summary(row) for row in order.leaders(names)] == expected[:20]
    for at, (_, _, _, game, *_) in enumerate(expected):
        rows = order.nearby(str(game), names)
        assert [summary(row) for row in rows] == expected[max(0, at - 2) : at + 3]


@given(st.integers(1, 30), st.integers(0, 10**6))
def test_both_orders_are_those_of_the_standings_at_each_instant(count: int, seed: int) -> None:
    random, games = Random(seed), one_games(count)
    orders = RaceOrders(games)
    for _ in range(60):
        game = random.choice(games)
        moves = game.committed.legal_moves()
        if moves and not game.committed.is_ended:
            ms = game.committed.time_ms + random.choice([0, 1, 1000])  # many are level
            game.committed = game.committed.after(random.choice(moves), ms)
        if random.random() < 0.5:
            late = random.choice(games)
            late.published = late.committed
        if random.random() < 0.2:
            check(orders.live, games, orders.live._shown)
            check(orders.published, games, orders.published._shown)
    check(orders.live, games, orders.live._shown)
    check(orders.published, games, orders.published._shown)


def test_a_row_says_that_a_game_has_ended_once_that_is_shown() -> None:
    games = one_games(2)
    orders, names = RaceOrders(games), names_of(games)
    games[0].has_ended = True
    assert [row.ended for row in orders.live.leaders(names)] == [True, False]
    assert [row.ended for row in orders.published.leaders(names)] == [False, False]
    games[0].is_end_published = True
    assert [row.ended for row in orders.published.leaders(names)] == [True, False]


def test_a_game_that_is_given_up_has_ended() -> None:
    games = one_games(1)
    orders = RaceOrders(games)
    games[0].committed = OPENING.after(ControlAction.RESIGN, 7)
    orders.live.refresh()
    assert orders.live.leaders({})[0].ended
    assert not orders.published.leaders({})[0].ended
