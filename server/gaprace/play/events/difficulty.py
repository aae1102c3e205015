"""The weekly ramp of the dailies: easy on Monday, harder every day until Saturday, any difficulty on Sunday.

A daily is the first candidate of its secret that is certified and whose difficulty is in the band of its weekday. The
bands are part of the scheme (`docs/fairness.md`), so nobody can choose them; a band is stored and published with the
commitment, and dates whose commitment has no band keep none.

Variants of the same shape share a pool of certified deals, since a deal code gives them the same opening.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple, Self

from gaprace.errors import BadText, quoted
from gaprace.play.events.calendar import weekday
from gaprace.rules.variants import VARIANTS, Variant

_TEXT = re.compile(r"(0|[1-9][0-9]{0,3})-(0|[1-9][0-9]{0,3})")


class Band(NamedTuple):
    """A range of difficulties: how many random deals in a thousand are harder (`solver.certificate`)."""

    least: int
    most: int

    @property
    def text(self) -> str:
        """The band as text, such as `900-1000`."""
        return f"{self.least}-{self.most}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the band that a text stands for. Raises BadText `bad_record`."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise BadText("bad_record", f"{quoted(text)} is not a band: it is two numbers such as 900-1000.")
        return cls(int(found[1]), int(found[2]))

    def has(self, harder_permille: int) -> bool:
        """Whether a difficulty lies in the band."""
        return self.least <= harder_permille <= self.most


BANDS = (
    Band(900, 1000),
    Band(800, 899),
    Band(700, 799),
    Band(600, 699),
    Band(500, 599),
    Band(400, 499),
    Band(0, 1000),
)
"""By weekday, from Monday on. A certificate needs at most 21 000 boards, and so at least 400 deals are harder."""
RAMPED_VARIANTS = ("addiction",)
"""Variants whose openings differ enough in difficulty: nearly all of `mini` are easier than any of a whole deck."""


def band_of(date: str, variant: str) -> Band | None:
    """Return the band of a daily; None for a variant without a ramp."""
    return BANDS[weekday(date)] if variant in RAMPED_VARIANTS else None


POOLS: Mapping[str, int] = {"mini": 8, "addiction": 8, "montana": 4}
"""Size of each pool in deals, by the name of one of its variants."""


def pool_of(variant: Variant) -> str:
    """Return the name of the pool of a variant. A winning line stays valid where more moves are legal."""
    shape = _shape(variant)
    return next(name for name in POOLS if _shape(VARIANTS[name]) == shape)


def _shape(variant: Variant) -> tuple[int, bool]:
    return variant.columns, variant.placed_twos
