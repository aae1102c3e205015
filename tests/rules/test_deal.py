from hypothesis import given
from hypothesis import strategies as st

from gaprace.rules.board import GAP, deck
from gaprace.rules.codes import CODE_ALPHABET, CODES, code_of, parse_code
from gaprace.rules.deal import opening, parse_secret
from gaprace.rules.variants import VARIANTS, Variant
from tests.strategies import rows_of_the_table, secrets

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


# Texts


@given(st.integers(0, CODES - 1))
def test_a_code_reads_back_as_it_is(number: int) -> None:
    code = code_of(number)
    assert parse_code(code) == code
    assert set(code) <= set(CODE_ALPHABET)


def test_a_code_is_read_as_people_type_it() -> None:
    assert parse_code("oilab-cdefg") == "011ABCDEFG"


@given(secrets)
def test_a_secret_is_read_from_its_hexadecimal_digits(secret: bytes) -> None:
    assert parse_secret(secret.hex()) == secret
