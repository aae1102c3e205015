"""Random deals by number, the same ones everywhere."""

from gaprace.rules.board import Board
from gaprace.rules.deal import code_of, opening
from gaprace.rules.randomness import number_below, words
from gaprace.rules.variants import VARIANTS, Variant

CODES_BITS = 32
"""Codes are drawn below 2 to this: some leading zeros, and random enough."""


def board_of(number: int, purpose: str, columns: int) -> Board:
    """Return the opening number 0, 1, 2 ... of those for a purpose: different purposes have different deals."""
    stream = words(purpose.encode(), b"gaprace/solver/%d" % number)
    return opening(_variant(columns), code_of(number_below(1 << CODES_BITS, stream)))


def _variant(columns: int) -> Variant:
    return next(row for row in VARIANTS.values() if row.columns == columns and not row.placed_twos)
