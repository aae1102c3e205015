"""The engine against a second program, written from the rules page alone."""

from random import Random

import pytest

from gaprace.rules.actions import action_text
from gaprace.rules.board import Board
from gaprace.rules.deal import opening
from gaprace.rules.shuffle import redealt
from gaprace.rules.variants import VARIANTS, Variant
from tests import independent_rules
from tests.positions import SHUFFLING, board_with_runs, random_code, random_deal, random_game

OPENINGS = 2000
REDEALS = 2000


def test_openings_agree() -> None:
    random = Random("openings")
    for _ in range(OPENINGS):
        variant, code = random.choice(list(VARIANTS.values())), random_code(random)
        assert opening(variant, code).text == independent_rules.opening(variant.name, code)


def mid_game(random: Random, variant: Variant) -> Board:
    if random.random() < 0.5:
        return board_with_runs(random, variant.columns)
    return random_game(random, random_deal(random, variant), random.randrange(30)).board


def test_redeals_agree() -> None:
    random = Random("redeals")
    for number in range(REDEALS):
        variant, k = SHUFFLING[number % len(SHUFFLING)], number % 9 + 1
        board, secret = mid_game(random, variant), random.randbytes(32)
        assert redealt(variant, board, secret, k).text == independent_rules.redeal(variant.name, board.text, secret, k)


@pytest.mark.parametrize("right_fill", [False, True])
def test_legal_moves_and_locked_cards_agree(right_fill: bool) -> None:
    random = Random("moves")
    for number in range(1000):
        variant = SHUFFLING[number % len(SHUFFLING)]
        board = mid_game(random, variant)
        ours = sorted(action_text(move) for move in board.legal_moves(right_fill=right_fill))
        theirs = independent_rules.legal_moves(variant.name, board.text, right_fill=right_fill)
        assert ours == sorted(f"{card}@{slot}" for card, slot in theirs)
        assert board.locked == independent_rules.locked(board.text)
