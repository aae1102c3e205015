"""The shapes of the suits as polygons: those of `client/index.html`, in a square of 32 by 32."""

from collections.abc import Sequence
from math import cos, pi, sin

Point = tuple[float, float]
Polygon = tuple[Point, ...]

SQUARE = 32
_STEPS = 12
"""Into how many lines a curve is divided."""


def _curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """Divide a cubic Bezier curve; its start is left out, so that curves can follow each other."""
    points = []
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        pairs = list(zip(weights, (start, first, second, end), strict=True))
        points.append((sum(w * x for w, (x, _) in pairs), sum(w * y for w, (_, y) in pairs)))
    return points


def _circle(x: float, y: float, radius: float) -> Polygon:
    steps = 4 * _STEPS
    turns = [2 * pi * step / steps for step in range(steps)]
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _mirrored(half: Sequence[Point]) -> Polygon:
    """Close a left half, drawn from top to bottom or from bottom to top, by its mirror image."""
    return (*half, *((SQUARE - x, y) for x, y in reversed(half)))


_STEM = _mirrored([(14, 16), (14, 23.5), *_curve((14, 23.5), (13.6, 27), (12.5, 29), (10, 31))])
_CLUB = (_circle(16, 8, 7), _circle(8.6, 18.8, 7), _circle(23.4, 18.8, 7), _circle(16, 16, 3), _STEM)
_DIAMOND = (((16, 0), (28, 16), (16, 32), (4, 16)),)
_HEART_SIDE = [*_curve((16, 30), (12, 23), (1, 18), (1, 10.5)), *_curve((1, 10.5), (1, 2), (13, 0), (16, 8))]
_SPADE_SIDE = [*_curve((16, 1), (12, 8), (2, 13), (2, 20)), *_curve((2, 20), (2, 28), (11, 29), (14, 23.6))]
SUIT_SHAPES: tuple[tuple[Polygon, ...], ...] = (
    _CLUB,
    _DIAMOND,
    (_mirrored([(16, 30), *_HEART_SIDE]),),
    (_mirrored([(16, 1), *_SPADE_SIDE]), _STEM),
)
"""By suit: clubs, diamonds, hearts, spades."""
