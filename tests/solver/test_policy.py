"""Where to shuffle, and what a shuffle is worth."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import GAP, ROWS, Board, deck, parse_board
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS, Keeps, Variant
from gaprace.solver.bot_levels import strong_plan
from gaprace.solver.encoding import encode_all
from gaprace.solver.hint import find_hint
from gaprace.solver.policy import NOTICEABLE, search_win, shuffles_from
from gaprace.solver.search import BestFirstSearch, Policy
from gaprace.solver.shuffle_chance import chances_after, kept_runs, stuck_among, values_for
from gaprace.solver.tables import evaluation_for
from tests.positions import SHUFFLING, board_with_runs, game_on, random_deal
from tests.strategies import games
from tools.training.shuffles import board_with, sample

ADDICTION, GAPS, MINI = VARIANTS["addiction"], VARIANTS["gaps"], VARIANTS["mini"]
BOARDS = 2_000


@settings(max_examples=50)
@given(games)
def test_kept_runs_and_stuck_boards_are_those_of_the_rules(game: Game) -> None:
    variant, boards = game.deal.variant, [game.board, *game.undoable]
    rows = encode_all(boards)
    stuck = [board.is_stuck(right_fill=variant.right_fill) for board in boards]
    assert stuck_among(rows, variant).tolist() == stuck
    if variant.redeal and variant.redeal.keeps is Keeps.LOCKED_RUNS:
        assert kept_runs(rows, variant).tolist() == [board.locked_runs() for board in boards]


@pytest.mark.parametrize(("name", "kept"), [("paganini", [0, 12, 0, 0]), ("spaces", [0, 0, 0, 0])])
def test_a_shuffle_keeps_what_its_variant_keeps(name: str, kept: list[int]) -> None:
    rows = encode_all([board_with([5, 12, 0, 3], 13)])
    assert kept_runs(rows, VARIANTS[name]).tolist() == [kept]


@pytest.mark.parametrize("variant", SHUFFLING, ids=lambda each: str(each.name))
def test_every_shuffle_of_every_variant_has_a_value_and_more_shuffles_are_worth_more(variant: Variant) -> None:
    values = values_for(variant.name, variant.columns)
    assert values.shape == (variant.shuffles, *(variant.columns,) * ROWS)
    assert ((values > 0) & (values < 1)).all()
    assert (np.diff(values, axis=0) > -0.02).all()


def test_the_order_of_rows_makes_no_difference_and_more_shuffles_than_known_count_as_the_most() -> None:
    orders = np.array([*permutations([0, 2, 5, 12])])
    assert np.ptp(chances_after(orders, ADDICTION, 1)) < 1e-12
    assert (chances_after(orders, ADDICTION, 9) == chances_after(orders, ADDICTION, 3)).all()


# Against exact expectations


def outcomes(board: Board) -> Iterator[Board]:
    """Every board that a shuffle of `mini` can lead to: the loose cards in any order, the gaps after the runs."""
    runs, columns = board.locked_runs(), board.columns
    kept = [*range(ROWS * columns)]
    free = [slot for slot in kept if slot % columns > runs[slot // columns]]
    fixed = {slot: board.cells[slot] for slot in kept if slot % columns < runs[slot // columns]}
    for order in permutations(set(deck(columns)).difference(fixed.values())):
        cells = fixed | dict(zip(free, order, strict=True))
        yield Board(bytes(cells.get(slot, GAP) for slot in kept), columns)


@cache
def exact_value(runs: tuple[int, ...]) -> float:
    return fmean(every_board_from(board).line is not None for board in outcomes(board_with([*runs], 7)))


def every_board_from(board: Board) -> BestFirstSearch:
    search = BestFirstSearch(board, evaluation_for(7), Policy(locks_at_once=False))
    search.run(100_000)
    assert search.is_over
    return search


ENDS = (6, 6, 6, 2), (6, 6, 6, 3), (6, 6, 5, 3), (6, 6, 4, 4), (6, 5, 5, 4), (5, 5, 5, 5)


def test_of_two_ends_of_mini_the_better_one_has_the_higher_value() -> None:
    exact = np.array([exact_value(each) for each in ENDS])
    values = chances_after(np.array(ENDS), MINI, 1)
    clear = exact[:, None] > exact + 0.15
    assert clear.any()
    assert (values[:, None] > values)[clear].all()


def test_near_the_end_of_mini_the_player_shuffles_where_that_is_best() -> None:
    """The boards have several stuck boards in reach that keep different runs, and cannot be won by moves."""
    random, evaluation, checked = Random("ends"), evaluation_for(7), 0
    while checked < 2:
        board = board_with_runs(random, 7)
        if board.locked < 20 or (every := every_board_from(board)).line is not None:
            continue
        reached = every.cells[stuck_among(every.cells, MINI)]
        exact = {tuple(runs): exact_value(tuple(sorted(runs, reverse=True))) for runs in kept_runs(reached, MINI)}
        if max(exact.values()) < min(exact.values()) + 0.1:
            continue
        best = shuffles_from(search_win(board, MINI, evaluation, BOARDS), game_on(board, MINI)).best
        for move in best.line:
            board = board.after(move)
        assert exact[tuple(board.locked_runs())] > max(exact.values()) - 0.1
        checked += 1


# What is decided


def positions(variant: Variant, count: int) -> list[Game]:
    """Openings without a win in sight."""
    random, found = Random(f"open/{variant.name}"), list[Game]()
    while len(found) < count:
        game = Game.start(random_deal(random, variant))
        if search_win(game.board, variant, evaluation_for(variant.columns), BOARDS).line is None:
            found.append(game)
    return found


@pytest.mark.parametrize("variant", [ADDICTION, GAPS, MINI], ids=lambda each: str(each.name))
def test_the_player_does_not_know_the_shuffles_and_decides_the_same_every_time(variant: Variant) -> None:
    evaluation = evaluation_for(variant.columns)
    for game in positions(variant, 4):
        others = [replace(game, deal=Deal(variant, code, bytes([7]) * 32)) for code in (game.deal.code, "0123456789")]
        plans = [strong_plan(each, evaluation, BOARDS) for each in (game, game, *others)]
        hints = [find_hint(each, evaluation, boards=BOARDS) for each in (game, game, *others)]
        assert plans.count(plans[0]) == hints.count(hints[0]) == len(plans)


def test_with_nothing_locked_and_no_win_in_sight_addiction_is_shuffled_at_once() -> None:
    game = next(each for each in positions(ADDICTION, 20) if not each.locked)
    assert [*strong_plan(game, evaluation_for(13), BOARDS)] == [ControlAction.SHUFFLE]
    found = find_hint(game, evaluation_for(13), boards=BOARDS)
    assert found.advice.reason == "shuffle"
    assert found.advice.win > found.advice.instead


def test_where_only_a_stuck_board_is_shuffled_the_player_gets_stuck_with_a_left_end_open() -> None:
    for game in positions(GAPS, 5):
        plan = [*strong_plan(game, evaluation_for(13), BOARDS)]
        assert plan.pop() is ControlAction.SHUFFLE
        after = played(game, plan)
        assert after.allows_shuffle
        assert 0 in after.board.locked_runs()


def test_a_player_who_has_locked_every_row_is_told_to_undo_first() -> None:
    evaluation = evaluation_for(13)
    for game in positions(ADDICTION, 50):
        search = BestFirstSearch(game.board, evaluation)
        search.run(BOARDS)
        locked = played(game, search.most_locked()[1])
        if (
            not all(locked.board.locked_runs())
            or search_win(locked.board, ADDICTION, evaluation, BOARDS).line is not None
        ):
            continue
        found = find_hint(locked, evaluation, boards=BOARDS)
        advice = found.advice
        assert (advice.action, advice.reason) == (ControlAction.UNDO, "undo_first")
        assert 0 < (advice.count or 0) <= locked.number
        assert (advice.instead or 0) < (advice.win or 0)
        plan = [*strong_plan(locked, evaluation, BOARDS)]
        assert plan == [ControlAction.UNDO] * (advice.count or 0) + [ControlAction.SHUFFLE]
        assert played(locked, plan).shuffles == 1
        return
    pytest.fail("no such position")


def test_a_win_that_only_the_search_for_stuck_boards_finds_is_a_win() -> None:
    text = "2C3C4C5C6C7C6D9CKD9SJDKC--/2D3D4D5D--8CTSJC7DKSTDQSQD/2H3H4H5H6H7H8H9HTHJHQHKH--/2S3S4S5S6S7S8SJS9D8DQC--TC"
    deal = random_deal(Random(1), GAPS)
    game = replace(Game.start(deal), board=parse_board(text, 13), locked=0)
    search = search_win(game.board, GAPS, evaluation_for(13), BOARDS)
    assert (search.locking.line, search.winning.line) == (None, None)
    assert played(game, strong_plan(game, evaluation_for(13), BOARDS)).is_won
    found = find_hint(game, evaluation_for(13), boards=BOARDS)
    assert found.advice.wins_in == len(found.line) > 0


def played(game: Game, actions: Sequence[Action]) -> Game:
    for action in actions:
        game = game.after(action, 0)
    return game


# How it is fitted


def test_a_shuffle_that_is_played_out_is_the_same_every_time_and_keeps_its_runs() -> None:
    found = [sample(MINI, Random(seed)) for seed in range(20)]
    again = [sample(MINI, Random(seed)) for seed in range(20)]
    assert [(each.runs, each.won) for each in found] == [(each.runs, each.won) for each in again]
    assert {each.won for each in found} == {True, False}


def test_a_shuffle_that_wins_hardly_more_often_is_not_worth_an_undo() -> None:
    value = values_for("addiction", 13)[2]
    here = board_with([4, 3, 2, 1], 13)
    search = search_win(here, ADDICTION, evaluation_for(13), 4)
    gains = {runs: value[runs] - value[4, 3, 2, 1] for runs in np.ndindex(5, 4, 3, 2)}
    little = min(gains, key=lambda runs: abs(gains[runs] - NOTICEABLE / 2))
    much = max(gains, key=lambda runs: gains[runs])
    assert 0 < gains[little] < NOTICEABLE < gains[much]
    for runs, undos in ((little, 0), (much, 1)):
        best = shuffles_from(search, game_on(here, ADDICTION, [board_with([*runs], 13)])).best
        assert best.undos == undos
