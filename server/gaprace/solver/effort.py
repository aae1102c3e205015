"""The scale of difficulty: the effort of random deals, measured once.

The effort of a deal is the number of boards that `gaprace.solver.solve` expands until it has found a win.
"""

from bisect import bisect_right

from gaprace.rules.cards import KING
from gaprace.rules.variants import Variant

PARTS = 40
"""The scale divides random deals into this many parts of equal size."""
EFFORTS: tuple[int, ...] = (
    87, 196, 281, 339, 436, 514, 672, 782, 913, 1207, 1592, 1794, 2106, 2749, 3299, 3940, 4570,
    5940, 7027, 9230, 11081, 11780, 13977, 19353, 23754, 29175, 39789, 51786, 66568, 90956,
    123530, 168500, 219335, 390730,
)  # fmt: skip
"""Entry k is the effort that k + 1 of the 40 parts of random `strict` deals do not exceed. Deals proven unwinnable are
left out; the parts beyond the last entry were not decided within 400 000 boards. Measured by
`python -m gaprace.solver.training effort --deals 400` with the tables whose digest follows."""
TABLES_DIGEST = "5b4c0d0392d6c4f3"
"""The first 16 hexadecimal digits of the SHA-256 of `tables.npz` when the scale was measured. Other tables need another
scale."""


def is_measured(variant: Variant) -> bool:
    """Whether the scale is that of a variant's deals: whole decks, dealt at random, each gap filled from the left."""
    return variant.columns == KING and not variant.placed_twos and not variant.right_fill


def harder_permille(effort: int) -> int:
    """Return how many in a thousand random, possibly winnable deals cost more effort than this."""
    return 1000 - 1000 * bisect_right(EFFORTS, effort) // PARTS
