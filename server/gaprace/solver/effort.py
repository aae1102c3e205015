"""How much effort deals cost: the scale of difficulty, measured once."""

from bisect import bisect_right

PARTS = 40
"""The scale divides deals into so many parts of equal number."""
EFFORTS: tuple[int, ...] = (
    5530,
    5963,
    6258,
    6594,
    6844,
    7406,
    7944,
    9618,
    10435,
    11840,
    14083,
    18349,
    22671,
    28562,
    35242,
    40683,
    48870,
    55687,
    66837,
    80539,
    98839,
    131890,
    154671,
    186380,
    251723,
    298133,
)
"""The effort that 1, 2, 3 ... parts of random `strict` deals do not exceed. Deals proven unwinnable are left out; the
rest beyond the last number was not decided with 400 000 boards. By
`python -m gaprace.solver.training calibrate --deals 400`, with the tables of which the test tells the digest."""
TABLES_DIGEST = "5b4c0d0392d6c4f3"
"""The first 16 digits of the SHA-256 of `tables.npz` when the scale was measured: other tables, another scale."""


def harder_of_thousand(effort: int) -> int:
    """How many of a thousand random deals that may be winnable cost more effort than this."""
    return 1000 - 1000 * bisect_right(EFFORTS, effort) // PARTS
