"""Divisions of a group's season: the best of each go up, the last go down. Pure.

A season with divisions is a month. All members are on one ladder, which is cut into divisions of a size; the highest
is 1. Between two of them, as many members as `movers` says change places after a month.
"""

from collections.abc import Collection, Mapping, Sequence

SIZES = (0, 4, 6, 8, 12)
"""How many members a division may have; 0 for a season without divisions."""
_MOVING = 4
"""A quarter of a division goes up, and as many go down."""


def movers(size: int) -> int:
    """Return how many go up from a division, and down from the one above."""
    return max(1, size // _MOVING)


def divided(before: Mapping[str, int], order: Sequence[str], members: Collection[str], size: int) -> dict[str, int]:
    """Return the divisions of members after a season: after it had begun with `before`, and ended in this `order`.

    A member without a place in the order comes last in the division, and does not go up. New members come last of all.
    """
    places, last = {player: at for at, player in enumerate(order)}, max(before.values(), default=0) + 1
    ladder = sorted(members, key=lambda each: (before.get(each, last), places.get(each, len(places)), each))
    for end in range(size, len(ladder), size):
        above, below = ladder[end - movers(size) : end], ladder[end : end + movers(size)]
        rising = [each for each in below if each in places] if before else []
        for at, each in enumerate(rising):
            ladder[end + at], ladder[end - 1 - at] = above[-1 - at], each
    return {player: 1 + at // size for at, player in enumerate(ladder)}
