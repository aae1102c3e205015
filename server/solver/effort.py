"""How much effort deals cost: the scale of difficulty, measured once."""

from bisect import bisect_right

PARTS = 40
"""The scale divides deals into so many parts of equal number."""
EFFORTS: tuple[int, ...] = (
    5513,
    6279,
    6875,
    7376,
    8220,
    9019,
    10024,
    10986,
    14168,
    16156,
    18528,
    20713,
    22425,
    24661,
    28445,
    32513,
    37281,
    42933,
    51796,
    68336,
    77722,
    83945,
    105170,
    119782,
    141991,
    178327,
    247216,
)
"""The effort that 1, 2, 3 ... parts of random `strict` deals do not exceed. Deals proven unwinnable are left out; the
rest beyond the last number was not decided with 400 000 boards. By
`python -m server.solver_training calibrate --deals 400`, with the tables of which the test tells the digest."""
TABLES_DIGEST = "aef7c1c2ec8a4562"
"""The first 16 digits of the SHA-256 of `tables.npz` when the scale was measured: other tables, another scale."""


def harder_of_thousand(effort: int) -> int:
    """How many of a thousand random deals that may be winnable cost more effort than this."""
    return 1000 - 1000 * bisect_right(EFFORTS, effort) // PARTS
