"""The draw of a deal, and what a commitment binds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.rules.deal import SECRET_BYTES, Deal
from gaprace.rules.draw import NO_SEED, Origin, commitment_to, rules_text
from gaprace.rules.variants import VARIANTS, Variant
from tests.strategies import drawn_deals, secrets, variants

SECRET = bytes(range(SECRET_BYTES))
MINI = VARIANTS["mini"]
seeds = st.binary(min_size=16, max_size=16)


@given(drawn_deals)
def test_the_code_of_a_deal_is_the_determined_one(deal: Deal) -> None:
    assert deal.code == deal.determined_code


@given(st.lists(seeds, min_size=1, max_size=6), st.data())
def test_a_seed_changes_the_deal_and_not_the_commitment(given_seeds: list[bytes], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(given_seeds) - 1))
    changed = [*given_seeds]
    changed[place] = bytes(byte ^ 1 for byte in changed[place])
    one, other = (Deal.drawn(MINI, SECRET, each) for each in (given_seeds, changed))
    assert one.commitment == other.commitment
    assert one.key != other.key
    assert one.code != other.code


@given(variants, variants, secrets)
def test_a_commitment_binds_the_variant_with_its_changes(one: Variant, other: Variant, secret: bytes) -> None:
    assert (commitment_to(one, "", secret) == commitment_to(other, "", secret)) == (one == other)


def test_a_commitment_binds_a_chosen_code_and_the_secret() -> None:
    deals = [
        Deal.drawn(MINI, SECRET, [NO_SEED]),
        Deal.chosen(MINI, "0123456789", SECRET),
        Deal.chosen(MINI, "0123456788", SECRET),
        Deal.chosen(MINI, "0123456789", bytes(SECRET_BYTES)),
    ]
    assert len({deal.commitment for deal in deals}) == len(deals)


def test_a_daily_and_all_its_candidates_have_one_commitment() -> None:
    candidates = [Deal.candidate(MINI, SECRET, number) for number in range(5)]
    assert len({deal.commitment for deal in candidates}) == len({deal.key for deal in candidates}) == 1
    assert len({deal.code for deal in candidates}) == 5


def test_a_variant_in_a_commitment_names_its_changes_only() -> None:
    gaps = VARIANTS["gaps"]
    texts = {
        rules_text(gaps.customised(shuffles=shuffles, right_fill=fill))
        for shuffles, fill in ((None, None), (2, False), (5, False), (0, True), (2, True))
    }
    assert texts == {"gaps", "gaps;shuffles=5", "gaps;shuffles=0;right_fill=1", "gaps;right_fill=1"}


@pytest.mark.parametrize("text", ["drawn", "chosen", "daily/0", "daily/12"])
def test_an_origin_reads_back_as_it_is(text: str) -> None:
    assert Origin.parse(text).text == text
