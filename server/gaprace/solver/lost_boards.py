"""Boards that are lost, seen without a search, by where each card could go if nothing were ever taken away.

Relax the game: a card leaves a copy of itself wherever it has been, and a place that was a gap once stays one. Then the
sets of reachable places only grow, and are found by repeating until nothing changes:

- a card can reach a place that can be a gap, if its neighbour there (the next lower card on the left, and with the
  right-neighbour fill the next higher one on the right) can reach the place beside it; a 2 also reaches any left end
  that can be a gap;
- a place can be a gap if it is one, or if a card that can lie there can reach another place, too.

All effects of moves on the board stay within that, by induction over the moves. At first, every card lies and every
gap is where it counts as possible. A move puts a card on a gap, beside its neighbour: both are possible by hypothesis,
so the card can reach the place. Its old place becomes a gap: that place and the new one are two which the card can
reach. So if some suit has no row in which all its cards can reach their places, no line wins.

Planners know this as the relaxation that ignores deletions (Bonet and Geffner, "Planning as heuristic search", 2001).
It sees cards that wait for each other in a circle, and gaps behind kings that nothing moves; it does not see that there
are four gaps alone.

For every place, the cards that can reach it are one set. The next higher cards of all of them are the same set, moved
by one bit, so a place takes in everything that can follow from the left in one step. Only a place that can be a gap is
looked at, and again only if its neighbour has taken in more. To repeat it card by card, with a set of places for each,
took three times as long.
"""

from gaprace.rules.board import LOWEST_RANK, ROWS
from gaprace.solver.compiling import compiled, lowest_of
from gaprace.solver.encoding import CODE_MASK, CODES, SUIT, Bytes, Ints
from gaprace.solver.moves import Survey, left_ends

ALL_SUITS = sum(1 << suit for suit in range(0, CODES, SUIT))
"""As a set of codes, the suits alone. Moved by n bits, it has the cards of rank n."""
ACES = ALL_SUITS << LOWEST_RANK - 1
"""The cards that seem to lie before each row: the 2s come behind them."""


@compiled
def is_lost(cells: Bytes, columns: int, right_fill: bool, loose: int, found: Survey) -> bool:  # noqa: FBT001
    """Whether a board whose places are found is seen to be lost.

    A 2 at one of the `loose` places counts as if it lay at all of them (see `gaprace.solver.loose_ends`).
    """
    gaps = _begin(cells, columns, loose, found)
    moving, changed = 0, gaps
    while changed:
        came = _fill(columns, right_fill, gaps, changed, found.reaching)
        changed = _places_left(came & ~moving, loose, found.places) & ~gaps
        moving |= came
        gaps |= changed
    return not _can_come_home(columns, found.reaching)


@compiled
def _begin(cells: Bytes, columns: int, loose: int, found: Survey) -> int:
    """Let every place be reached by the card that lies there; return the gaps, as a set of places."""
    reaching = found.reaching
    for place in range(ROWS * (columns + 1)):
        reaching[place] = 1 << int(cells[place])
    for row in range(ROWS + 1):
        reaching[row * (columns + 1)] = ACES
    gaps, twos = 0, 0
    for number in range(0, CODES, SUIT):
        reaching[found.places[number]] = 0
        gaps |= 1 << found.places[number]
    for end in left_ends(columns):
        if loose >> end & 1:
            twos |= reaching[end]
    for end in left_ends(columns):
        if loose >> end & 1:
            reaching[end] = twos
    return gaps | loose if gaps & loose else gaps


@compiled
def _fill(columns: int, right_fill: bool, gaps: int, changed: int, reaching: Ints) -> int:  # noqa: FBT001
    """Let cards reach the gaps until nothing changes, beginning with `changed`; return the cards that came anywhere."""
    cards, came = ALL_SUITS * ((2 << columns) - (1 << LOWEST_RANK)), 0
    while changed:
        place = lowest_of(changed)
        changed &= changed - 1
        before = reaching[place - 1 & CODE_MASK]
        coming = before << 1
        if right_fill and before != ACES:
            coming |= reaching[place + 1] >> 1
        coming &= cards & ~reaching[place]
        if coming:
            reaching[place] |= coming
            came |= coming
            neighbours = 1 << place + 1 | (1 << place - 1 if right_fill else 0)
            changed |= neighbours & gaps
    return came


@compiled
def _places_left(cards: int, loose: int, places: Ints) -> int:
    """Return the places from which cards come that can reach another one now, as a set: these can be gaps."""
    left = 0
    while cards:
        place = 1 << places[lowest_of(cards)]
        left |= loose if place & loose else place
        cards &= cards - 1
    return left


@compiled
def _can_come_home(columns: int, reaching: Ints) -> bool:
    """Whether every suit has a row in which all its cards can reach their places."""
    ends = left_ends(columns)
    first = second = third = fourth = ALL_SUITS  # all rows at once: a processor overlaps independent steps
    for column in range(columns - 1):
        rank = LOWEST_RANK + column
        first &= reaching[ends[0] + column & CODE_MASK] >> rank
        second &= reaching[ends[1] + column & CODE_MASK] >> rank
        third &= reaching[ends[2] + column & CODE_MASK] >> rank
        fourth &= reaching[ends[3] + column & CODE_MASK] >> rank
    return first | second | third | fourth == ALL_SUITS
