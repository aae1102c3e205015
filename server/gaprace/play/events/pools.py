"""Pools of certified deals. Variants of the same shape share one, since a deal code gives them the same opening."""

from collections.abc import Mapping

from gaprace.rules.variants import VARIANTS, Variant

POOLS: Mapping[str, int] = {"mini": 8, "addiction": 8, "montana": 4}
"""Size of each pool in deals, by the name of one of its variants."""


def pool_of(variant: Variant) -> str:
    """Return the name of the pool of a variant. A winning line stays valid where more moves are legal."""
    shape = _shape(variant)
    return next(name for name in POOLS if _shape(VARIANTS[name]) == shape)


def _shape(variant: Variant) -> tuple[int, bool]:
    return variant.columns, variant.placed_twos
