from collections import Counter
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gaprace.rules.board import GAP, Board
from gaprace.rules.randomness import number_below, permutation
from gaprace.rules.shuffle import redealt
from gaprace.rules.variants import VARIANTS, GapsAfterShuffle, Variant
from tests.positions import board_with_runs, won_board
from tests.refusals import refused
from tests.strategies import boards, secrets, shuffling_variants


def kept(variant: Variant, board: Board) -> list[int]:
    runs = board.locked_runs()
    complete = [run if run == board.columns - 1 else 0 for run in runs]
    return {"locked_runs": runs, "complete_rows": complete, "nothing": [0] * 4}[
        str(variant.redeal and variant.redeal.keeps)
    ]


@given(
    shuffling_variants.flatmap(lambda variant: st.tuples(st.just(variant), boards(variant.columns))),
    secrets,
    st.integers(1, 9),
)
def test_a_shuffle_keeps_what_the_variant_keeps_and_the_same_cards(
    case: tuple[Variant, Board], secret: bytes, k: int
) -> None:
    variant, board = case
    after = redealt(variant, board, secret, k)
    assert sorted(after.cells) == sorted(board.cells)
    for row, length in enumerate(kept(variant, board)):
        assert after.row(row)[:length] == board.row(row)[:length]
        if variant.redeal and variant.redeal.gaps is GapsAfterShuffle.AFTER_RUN:
            assert after.row(row)[length] == GAP


@given(shuffling_variants, secrets, st.integers(1, 9))
def test_a_shuffle_of_a_won_board_leaves_complete_rows_where_the_variant_keeps_them(
    variant: Variant, secret: bytes, k: int
) -> None:
    board = won_board(variant.columns)
    assert (redealt(variant, board, secret, k) == board) == (variant.name != "spaces")


@given(boards(13), secrets, st.integers(1, 8))
def test_each_shuffle_of_a_secret_is_another(board: Board, secret: bytes, k: int) -> None:
    loose = 48 - board.locked
    first, second = (redealt(VARIANTS["addiction"], board, secret, number) for number in (k, k + 1))
    assert first != second or loose < 5


def test_who_differs_by_one_locked_card_gets_a_board_that_differs_by_few_slots() -> None:
    """Luck is shared: a locked card more moves only the tokens of its own chain."""
    random, differing = Random(5), []
    for _ in range(300):
        board = board_with_runs(random, 13)
        gap_or_card = next((r for r, run in enumerate(board.locked_runs()) if 0 < run < 12), None)
        if gap_or_card is None:
            continue
        slot = gap_or_card * 13 + board.locked_in_row(gap_or_card)
        wanted = board.cells[slot - 1] + 1
        cells = bytearray(board.cells)
        cells[cells.index(wanted)], cells[slot] = cells[slot], wanted
        ahead = Board(bytes(cells), 13)
        if ahead.locked != board.locked + 1:
            continue
        secret = random.randbytes(32)
        pair = [redealt(VARIANTS["addiction"], each, secret, 1).cells for each in (board, ahead)]
        differing.append(sum(mine != yours for mine, yours in zip(*pair, strict=True)))
    assert len(differing) > 100
    assert max(differing) <= 3


def test_strict_has_nothing_to_shuffle() -> None:
    with refused("no_redeal"):
        redealt(VARIANTS["strict"], won_board(13), bytes(32), 1)


# Uniform: chi-squared over many seeds, at a level that a fair shuffle passes 999 times of 1000


def chi_squared(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_every_loose_card_reaches_every_free_slot_equally_often() -> None:
    board = board_with_runs(Random(11), 7)
    free = [s for s in range(28) if s % 7 >= board.locked_in_row(s // 7)]
    loose = [board.cells[slot] for slot in free if board.cells[slot] != GAP]
    mini_with_random_gaps = Variant("mini", 7, 1, VARIANTS["addiction"].redeal)
    tries = 4000
    landed = {card: Counter[int]() for card in loose}
    for seed in range(tries):
        after = redealt(mini_with_random_gaps, board, seed.to_bytes(32, "big"), 1)
        for card in loose:
            landed[card][free.index(after.cells.index(card))] += 1
    statistic = sum(chi_squared(counts, len(free)) for counts in landed.values())
    degrees = (len(free) - 1) * len(loose)
    # A chi-squared of d degrees has mean d and deviation sqrt(2 d); rows of a permutation are a little dependent.
    assert abs(statistic - degrees) < 5 * (2 * degrees) ** 0.5


def test_permutations_are_uniform() -> None:
    numbers = {each: number for number, each in enumerate(permutations(range(4)))}
    made = (permutation(4, seed.to_bytes(4, "big"), b"uniform") for seed in range(24_000))
    statistic = chi_squared(Counter(numbers[tuple(each)] for each in made), 24)
    assert statistic < 49.7  # 99.9 % point of chi-squared with 23 degrees


@given(st.integers(1, 200), st.binary(max_size=40), st.binary(max_size=40))
def test_a_permutation_is_a_bijection(size: int, key: bytes, label: bytes) -> None:
    assert sorted(permutation(size, key, label)) == list(range(size))


def test_words_beyond_the_largest_multiple_are_passed_over() -> None:
    assert number_below(3, iter([2**32 - 1, 5])) == 2
    assert number_below(3, iter([2**32 - 2])) == (2**32 - 2) % 3
    assert number_below(4, iter([2**32 - 1])) == 3
