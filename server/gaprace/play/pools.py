"""Which certified deals serve which variants: a deal code fixes one opening for all variants of the same shape."""

from collections.abc import Mapping

from gaprace.rules.variants import VARIANTS, Variant

POOLS: Mapping[str, int] = {"mini": 8, "addiction": 8, "montana": 4}
"""How many deals are kept ready, by a variant that stands for all of the same openings."""


def pool_of(variant: Variant) -> str:
    """Return the variant whose certified deals serve this one. More legal moves do no harm to a line that wins."""
    shape = _shape(variant)
    return next(name for name in POOLS if _shape(VARIANTS[name]) == shape)


def _shape(variant: Variant) -> tuple[int, bool]:
    return variant.columns, variant.placed_twos
