from gaprace.play.events.difficulty import POOLS, pool_of
from gaprace.rules.deal import opening
from gaprace.rules.variants import VARIANTS


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
