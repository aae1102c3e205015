"""The weekly ramp of the dailies, as the page about fairness has it, and the pools of certified deals."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from gaprace.play.events.difficulty import BANDS, POOLS, Band, band_of, pool_of
from gaprace.rules.deal import opening
from gaprace.rules.variants import VARIANTS
from gaprace.solver.certificate import CANDIDATE_BOARDS, harder_permille
from tests.refusals import refused

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def test_each_day_is_harder_than_the_one_before_up_to_saturday() -> None:
    assert [band_of(f"2026-11-{day}", "addiction") for day in range(16, 23)] == [*BANDS]
    for easier, harder in pairwise(BANDS[:6]):
        assert easier.least == harder.most + 1
    assert BANDS[6] == Band(0, 1000)
    assert band_of("2026-11-16", "mini") is None


def test_every_certified_deal_lies_in_the_band_of_one_weekday_and_of_sunday() -> None:
    for effort in (0, *range(100, CANDIDATE_BOARDS, 1_000), CANDIDATE_BOARDS):
        assert [band.has(harder_permille(effort)) for band in BANDS].count(True) == 2


def test_the_page_about_fairness_has_the_same_bands() -> None:
    page = (Path(__file__).parents[3] / "docs" / "fairness.md").read_text(encoding="utf-8")
    rows = re.findall(rf"\| ({'|'.join(DAYS)}) \| `([0-9-]+)` \|", page)
    assert rows == [(day, band.text) for day, band in zip(DAYS, BANDS, strict=True)]


def test_a_band_is_read_as_it_is_written() -> None:
    for band in BANDS:
        assert Band.parse(band.text) == band


@pytest.mark.parametrize("text", ["", "900", "900-", "-1000", "0900-1000", "900-10000", "9 00-1000", "a-b", "900–1000"])
def test_what_is_no_band_is_refused(text: str) -> None:
    with refused("bad_record", ascii(text)[1:-1], "such as 900-1000"):
        Band.parse(text)


def test_a_certified_deal_has_the_same_opening_in_every_variant_that_it_serves() -> None:
    for variant in VARIANTS.values():
        pool = VARIANTS[pool_of(variant)]
        assert opening(variant, "0123456789") == opening(pool, "0123456789")
        assert pool_of(variant.customised(right_fill=True)) == pool.name


def test_variants_with_placed_2s_have_a_pool_of_their_own() -> None:
    assert {name: pool_of(variant) for name, variant in VARIANTS.items() if pool_of(variant) != "addiction"} == {
        "mini": "mini",
        "montana": "montana",
    }
    assert {pool_of(variant) for variant in VARIANTS.values()} == POOLS.keys()
