"""Random deals by number, reproducible on every machine."""

from gaprace.rules.board import Board
from gaprace.rules.codes import code_of
from gaprace.rules.deal import opening
from gaprace.rules.randomness import number_below, words
from gaprace.rules.variants import VARIANTS, Variant

MAX_CODES = 1 << 32
"""Deal codes are drawn below this number, which gives enough of them."""


def board_of(number: int, purpose: str, columns: int) -> Board:
    """Return opening number 0, 1, 2 ... for a purpose. Different purposes have different deals."""
    stream = words(purpose.encode(), b"gaprace/solver/%d" % number)
    return opening(_variant(columns), code_of(number_below(MAX_CODES, stream)))


def _variant(columns: int) -> Variant:
    return next(row for row in VARIANTS.values() if row.columns == columns and not row.placed_twos)
