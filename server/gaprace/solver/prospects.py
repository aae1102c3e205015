"""Boards that are lost, seen without a search, by where each card could go if nothing were ever taken away.

Relax the game: a card leaves a copy of itself wherever it has been, and a place that was a gap once stays one. Then
what can be reached only grows, and is found by repeating until nothing changes:

- a card can reach a place that can be a gap, if its neighbour there (the next lower card on the left, and with the
  right-neighbour fill the next higher one on the right) can reach the place beside it; a 2 also reaches any left end
  that can be a gap;
- a place can be a gap if it is one, or if a card that can lie there can reach another place, too.

Whatever moves can do to the board stays within that, by induction over the moves. At first, every card lies and every
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

from gaprace.rules.board import ROWS
from gaprace.rules.cards import LOWEST_RANK
from gaprace.solver.bits import lowest_of
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODES, SUIT, Bytes, Ints
from gaprace.solver.moves import left_ends

ALL_SUITS = sum(1 << suit for suit in range(0, CODES, SUIT))
"""As a set of codes, the suits alone. Moved by n bits, it has the cards of rank n."""
ACES = ALL_SUITS << LOWEST_RANK - 1
"""What seems to lie before each row: the 2s come behind it."""


@compiled
def is_lost(  # noqa: PLR0913, PLR0917  # a compiled loop takes plain arrays
    cells: Bytes,
    places: Ints,
    columns: int,
    right_fill: bool,  # noqa: FBT001
    loose: int,
    reaching: Ints,
) -> bool:
    """Whether a board with cards and gaps at these places (see `gaprace.solver.moves.Survey`) is seen to be lost.

    `reaching` is room for a number per place: the cards that can reach it, as a set of codes. A 2 at one of the `loose`
    places counts as if it lay at all of them (see `gaprace.solver.loose_ends`).
    """
    gaps = _begin(cells, places, columns, loose, reaching)
    ranks = (2 << columns) - (1 << LOWEST_RANK)
    cards, moving, changed = ALL_SUITS * ranks, 0, gaps
    while changed:
        place = lowest_of(changed)
        changed &= changed - 1
        coming = reaching[place - 1] << 1
        if right_fill and reaching[place - 1] != ACES:
            coming |= reaching[place + 1] >> 1
        coming &= cards & ~reaching[place]
        if coming:
            reaching[place] |= coming
            left = _places_left(coming & ~moving, places, loose) & ~gaps
            moving |= coming
            gaps |= left
            neighbours = 1 << place + 1 | (1 << place - 1 if right_fill else 0)
            changed |= left | neighbours & gaps
    return not _can_come_home(columns, reaching)


@compiled
def _begin(cells: Bytes, places: Ints, columns: int, loose: int, reaching: Ints) -> int:
    """Let every place be reached by the card that lies there; return the gaps, as a set of places."""
    for place in range(ROWS * (columns + 1)):
        reaching[place] = 1 << int(cells[place])
    for row in range(ROWS + 1):
        reaching[row * (columns + 1)] = ACES
    gaps, twos = 0, 0
    for number in range(0, CODES, SUIT):
        reaching[places[number]] = 0
        gaps |= 1 << places[number]
    for end in left_ends(columns):
        if loose >> end & 1:
            twos |= reaching[end]
    for end in left_ends(columns):
        if loose >> end & 1:
            reaching[end] = twos
    return gaps | loose if gaps & loose else gaps


@compiled
def _places_left(cards: int, places: Ints, loose: int) -> int:
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
    home = 0
    for end in left_ends(columns):
        suits = ALL_SUITS
        for rank in range(LOWEST_RANK, columns + 1):
            suits &= reaching[end + rank - LOWEST_RANK] >> rank
        home |= suits
    return home == ALL_SUITS
