"""How much effort deals cost: the scale of difficulty, measured once."""

from bisect import bisect_right

PARTS = 40
"""The scale divides deals into so many parts of equal number."""
EFFORTS: tuple[int, ...] = (
    5427,
    6151,
    7262,
    7918,
    9371,
    9867,
    11792,
    13349,
    15184,
    19786,
    23339,
    25374,
    27071,
    32132,
    34789,
    43714,
    46152,
    52526,
    70231,
    78017,
    82464,
    99001,
    117019,
    145306,
    194606,
    229629,
)
"""The effort that 1, 2, 3 ... parts of random `strict` deals do not exceed. Deals proven unwinnable are left out; the
rest beyond the last number was not decided with 400 000 boards. By
`python -m server.solver_training calibrate --deals 150`, with the tables of which the test tells the digest."""
TABLES_DIGEST = "aef7c1c2ec8a4562"
"""The first 16 digits of the SHA-256 of `tables.npz` when the scale was measured: other tables, another scale."""


def harder_of_thousand(effort: int) -> int:
    """How many of a thousand random deals that may be winnable cost more effort than this."""
    return 1000 - 1000 * bisect_right(EFFORTS, effort) // PARTS
