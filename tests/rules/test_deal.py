from collections import Counter
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.errors import BadText, IllegalAction
from gaprace.rules.board import Board
from gaprace.rules.cards import GAP, deck
from gaprace.rules.deal import (
    CODE_ALPHABET,
    CODES,
    Deal,
    code_of,
    commitment_of,
    opening,
    parse_code,
    parse_secret,
    redealt,
)
from gaprace.rules.randomness import number_below, permutation
from gaprace.rules.variants import VARIANTS, GapsAfterShuffle, Variant
from tests.positions import board_with_runs, won_board
from tests.strategies import boards, rows_of_the_table, secrets, shuffling_variants

codes = st.integers(0, CODES - 1).map(code_of)


def test_the_known_answer() -> None:
    board = opening(VARIANTS["mini"], "0123456789")
    assert board.text == "3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--"


@given(rows_of_the_table, codes)
def test_an_opening_has_every_card_once(variant: Variant, code: str) -> None:
    cells = opening(variant, code).cells
    assert sorted(cells) == sorted([*deck(variant.columns), *[GAP] * 4])


@given(codes)
def test_variants_of_one_size_share_the_opening_but_montana_places_its_2s(code: str) -> None:
    texts = {name: opening(row, code).text for name, row in VARIANTS.items() if row.columns == 13}
    montana = texts.pop("montana")
    assert len(set(texts.values())) == 1
    assert [row[:2] for row in montana.split("/")] == ["2C", "2D", "2H", "2S"]


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
    with pytest.raises(IllegalAction) as caught:
        redealt(VARIANTS["strict"], won_board(13), bytes(32), 1)
    assert caught.value.code == "no_redeal"


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
    counts: Counter[tuple[int, ...]] = Counter(
        tuple(permutation(4, seed.to_bytes(4, "big"), b"uniform")) for seed in range(24_000)
    )
    assert len(counts) == 24
    statistic = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert statistic < 49.7  # 99.9 % point of chi-squared with 23 degrees


@given(st.integers(1, 200), st.binary(max_size=40), st.binary(max_size=40))
def test_a_permutation_is_a_bijection(size: int, key: bytes, label: bytes) -> None:
    assert sorted(permutation(size, key, label)) == list(range(size))


def test_words_beyond_the_largest_multiple_are_passed_over() -> None:
    assert number_below(3, iter([2**32 - 1, 5])) == 2
    assert number_below(3, iter([2**32 - 2])) == (2**32 - 2) % 3
    assert number_below(4, iter([2**32 - 1])) == 3


# Texts


@given(st.integers(0, CODES - 1))
def test_a_code_reads_back_as_it_is(number: int) -> None:
    code = code_of(number)
    assert parse_code(code) == code
    assert set(code) <= set(CODE_ALPHABET)


def test_a_code_is_read_as_people_type_it() -> None:
    assert parse_code("oilab-cdefg") == "011ABCDEFG"


@pytest.mark.parametrize(
    "text", ["", "0123", "01234567890", "U123456789", "01234 6789", "012345678é", "０123456789", "----------"]
)
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(BadText) as caught:
        parse_code(text)
    assert caught.value.code == "bad_code"


@pytest.mark.parametrize("text", ["", "00", "g" * 64, "A" * 64, "0" * 65, " " + "0" * 63, "0" * 64 + "\n"])
def test_what_is_no_secret_is_refused(text: str) -> None:
    with pytest.raises(BadText) as caught:
        parse_secret(text)
    assert caught.value.code == "bad_secret"


@given(secrets)
def test_the_commitment_is_the_sha_256_of_the_secret(secret: bytes) -> None:
    assert commitment_of(secret) == sha256(secret).hexdigest()
    assert Deal(VARIANTS["mini"], "0123456789", secret).commitment == commitment_of(secret)
    assert parse_secret(secret.hex()) == secret
