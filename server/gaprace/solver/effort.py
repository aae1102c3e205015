"""The scale of difficulty: the effort of random deals, measured once.

The effort of a deal is the number of boards that `gaprace.solver.solve` expands until it has found a win.
"""

from bisect import bisect_right

from gaprace.rules.board import KING
from gaprace.rules.variants import Variant

PARTS = 40
"""The scale divides random deals into this many parts of equal size."""
EFFORTS: tuple[int, ...] = (
    89, 201, 280, 315, 380, 503, 633, 782, 914, 1067, 1307, 1719, 1954, 2572, 2802, 3221, 3834,
    5149, 6145, 7876, 9518, 11490, 12302, 15789, 21569, 26818, 39092, 48627, 63514, 96012,
    114157, 159849, 218573,
)  # fmt: skip
"""Entry k is the effort that k + 1 of the 40 parts of random `strict` deals do not exceed. Deals proven unwinnable are
left out; the parts beyond the last entry were not decided within 400 000 boards. Measured by
`python -m tools.training effort --deals 400` with the tables whose digest follows."""
TABLES_DIGEST = "5b4c0d0392d6c4f3"
"""The first 16 hexadecimal digits of the SHA-256 of `tables.npz` when the scale was measured. Other tables need another
scale."""


def is_measured(variant: Variant) -> bool:
    """Whether the scale is that of a variant's deals: whole decks, dealt at random, each gap filled from the left."""
    return variant.columns == KING and not variant.placed_twos and not variant.right_fill


def harder_permille(effort: int) -> int:
    """Return how many in a thousand random, possibly winnable deals cost more effort than this."""
    return 1000 - 1000 * bisect_right(EFFORTS, effort) // PARTS
